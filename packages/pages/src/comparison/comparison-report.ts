/** A comparison's report: what a share of it shows, with its charts drawn and its plans in full. */
import { readFigure } from '@plimsoll/contracts/read-figure';
import { findTimes, type Point } from '@plimsoll/contracts/sample';
import type { SharedComparison } from '@plimsoll/contracts/share';
import { comparedMessageTimes } from '@plimsoll/contracts/times';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { metricWords } from '@plimsoll/wording/en/names';
import { latencyWords } from '@plimsoll/wording/en/run';
import { reportWords, sharedTableWords } from '@plimsoll/wording/en/shared';
import { joined, named, paragraph } from '@plimsoll/wording/list';
import { type NamedArms, namedArms } from '@plimsoll/wording/named-arms';
import { formatPlain } from '@plimsoll/wording/number';
import { nines } from '@plimsoll/wording/ticks';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { armLook } from '../chart/line-look.ts';
import { type Drawing, StaticChart } from '../chart/static-chart.ts';
import { PlanTable } from '../run/plan-table.ts';
import { ValidityChip } from '../run/run-chips.ts';
import { FigureTable } from '../table/figure-table.ts';
import { ComparisonArticle } from './comparison-article.ts';

interface Props {
  readonly content: SharedComparison;
  readonly moment: (iso: string) => string;
}

export function ComparisonReport({ content, moment }: Props): ReactNode {
  const { basePlan, candidatePlans, comparison } = content;
  const arms = namedArms(comparison);
  const all = [arms.base, ...arms.candidates];
  const plans = [basePlan, ...candidatePlans].map((plan, at) =>
    h(PlanTable, { key: at, plan, title: named(reportWords.plan, all[at]?.name ?? plan.name) }),
  );
  return [
    h(ComparisonArticle, { key: 'article', content }),
    h('h2', { key: 'charts' }, reportWords.charts),
    ...armCharts(arms).map((chart) => h(StaticChart, { key: `chart ${chart.title}`, ...chart })),
    h('h2', { key: 'runs' }, sharedTableWords.runs),
    drawRuns(arms, moment),
    ...plans,
  ];
}

/** Every run of every arm with its own stamp. */
function drawRuns({ base, candidates }: NamedArms, moment: Props['moment']): ReactNode {
  return h(FigureTable, {
    key: 'every run',
    label: sharedTableWords.runs,
    head: [reportWords.run, reportWords.arm, reportWords.startedAt, sharedTableWords.validity],
    words: [1, 2, 3],
    rows: [base, ...candidates].flatMap(({ name, arm }) =>
      arm.runs.map((run) => [
        run.name,
        name,
        run.startedAt ? moment(run.startedAt) : '–',
        run.validity ? h(ValidityChip, { validity: run.validity }) : '–',
      ]),
    ),
  });
}

/** Arms laid over each other by elapsed time, and their percentile curves. */
function armCharts({ base, candidates }: NamedArms): Drawing[] {
  const arms = [base, ...candidates];
  const named = joined(arms.map(({ name }) => name));
  const first = arms.some(({ arm }) => arm.runs.length > 1) ? [compareWords.firstRuns] : [];
  const overTime = paragraph([reportWords.armsSummary({ arms: named }), ...first]);
  const times = timeUnit(arms.flatMap(({ arm }) => arm.points.map(({ responseTime }) => responseTime.p99Us)));
  const curveUnit = timeUnit(arms.flatMap(({ arm }) => arm.curve.responseTime.map(([, us]) => us)));
  const overlay = (read: (point: Point) => number | null) =>
    arms.map(({ name, arm }, at) => {
      const start = arm.points[0]?.second ?? 0;
      return {
        name,
        key: `arm${at}`,
        ...armLook(at),
        points: wholeSeconds(arm.points).map((point) => [point.second - start, read(point)] as const),
      };
    });
  return [
    {
      title: metricWords.throughput,
      summary: overTime,
      lines: overlay((point) => readFigure(point, 'throughput')),
      format: formatPlain,
    },
    {
      title: metricWords.p99,
      summary: overTime,
      lines: overlay(({ responseTime }) => responseTime.p99Us),
      format: (us) => formatUs(us, times),
    },
    ...comparedMessageTimes.map((name): Drawing => {
      const read = (point: Point) => findTimes(point, name)?.p99Us ?? null;
      const unit = timeUnit(arms.flatMap(({ arm }) => arm.points.map(read)));
      return {
        title: metricWords[`${name}.p99`],
        summary: overTime,
        lines: overlay(read),
        format: (us) => formatUs(us, unit),
      };
    }),
    {
      title: latencyWords.curve,
      summary: paragraph([reportWords.curveSummary({ arms: named }), ...first]),
      lines: arms.map(({ name, arm }, at) => ({
        name,
        key: `arm${at}`,
        ...armLook(at),
        points: arm.curve.responseTime
          .filter(([percentile]) => percentile < 100)
          .map(([percentile, us]) => [nines(percentile), us] as const),
      })),
      format: (us) => formatUs(us, curveUnit),
      ticks: [0, 90, 99, 99.9, 99.99, 99.999].map((percentile) => ({ at: nines(percentile), label: `p${percentile}` })),
    },
  ];
}
