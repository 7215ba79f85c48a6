/** A comparison's report: what a share of it shows, with its charts drawn and its plans in full. */
import type { Point } from '@plimsoll/contracts/sample';
import type { SharedComparison } from '@plimsoll/contracts/share';
import { comparedMessageTimes } from '@plimsoll/contracts/times';
import { metricWords } from '@plimsoll/wording/en/names';
import { latencyWords } from '@plimsoll/wording/en/run';
import { reportWords, sharedTableWords } from '@plimsoll/wording/en/shared';
import { type NamedArms, namedArms } from '@plimsoll/wording/named-arms';
import { formatPlain } from '@plimsoll/wording/number';
import { nines } from '@plimsoll/wording/ticks';
import { formatUs, timeUnit } from '@plimsoll/wording/time';
import { type Html, html } from '../share/page/html.ts';
import { comparisonArticle } from '../share/page/share-tables.ts';
import { scrolling, validityChip } from '../share/page/table-html.ts';
import { formatUtc } from './format-utc.ts';
import { planTable } from './plan-table.ts';
import { section } from './run-report.ts';
import { staticChart } from './static-chart.ts';

export function comparisonReport(content: SharedComparison): Html {
  const { basePlan, candidatePlans, comparison } = content;
  const arms = namedArms(comparison);
  const all = [arms.base, ...arms.candidates];
  const plans = [basePlan, ...candidatePlans].map(
    (plan, at) => html`<h2>${reportWords.plan}: ${all[at]?.name ?? plan.name}</h2>${planTable(plan)}`,
  );
  return html`${comparisonArticle(content)}${armCharts(arms)}${section(sharedTableWords.runs, runTable(arms))}${plans}`;
}

/** Every run of every arm with its own stamp. */
function runTable({ base, candidates }: NamedArms): Html {
  const rows = [base, ...candidates].flatMap(({ name, arm }) =>
    arm.runs.map(
      (run) =>
        html`<tr><th scope="row">${run.name}</th><td class="word">${name}</td><td>${run.startedAt ? formatUtc(run.startedAt) : '–'}</td><td class="word">${run.validity ? validityChip(run.validity.stamp) : '–'}</td></tr>`,
    ),
  );
  const head = html`<th scope="col">${reportWords.run}</th><th scope="col" class="word">${reportWords.arm}</th><th scope="col">${reportWords.startedAt}</th><th scope="col" class="word">${sharedTableWords.validity}</th>`;
  return scrolling(sharedTableWords.runs, '', head, rows);
}

/** Arms laid over each other by elapsed time, and their percentile curves. */
function armCharts({ base, candidates }: NamedArms): Html {
  const arms = [base, ...candidates];
  const named = arms.map(({ name }) => name).join(', ');
  const times = timeUnit(arms.flatMap(({ arm }) => arm.points.map(({ responseTime }) => responseTime.p99Us)));
  const curveUnit = timeUnit(arms.flatMap(({ arm }) => arm.curve.responseTime.map(([, us]) => us)));
  const overlay = (read: (point: Point) => number | null) =>
    arms.map(({ name, arm }, at) => {
      const start = arm.points[0]?.second ?? 0;
      return { name, look: `arm${at}`, points: arm.points.map((point) => [point.second - start, read(point)] as const) };
    });
  const charts = [
    staticChart({
      title: metricWords.throughput,
      summary: reportWords.armsSummary({ arms: named }),
      lines: overlay(({ done, failed, lengthMs }) => ((done + failed) * 1000) / lengthMs),
      format: formatPlain,
    }),
    staticChart({
      title: metricWords.p99,
      summary: reportWords.armsSummary({ arms: named }),
      lines: overlay(({ responseTime }) => responseTime.p99Us),
      format: (us) => formatUs(us, times),
    }),
    ...comparedMessageTimes.map((name) => {
      const read = ({ grpc }: Point) => grpc?.[name]?.p99Us ?? null;
      const unit = timeUnit(arms.flatMap(({ arm }) => arm.points.map(read)));
      return staticChart({
        title: metricWords[`${name}.p99`],
        summary: reportWords.armsSummary({ arms: named }),
        lines: overlay(read),
        format: (us) => formatUs(us, unit),
      });
    }),
    staticChart({
      title: latencyWords.curve,
      summary: reportWords.curveSummary({ arms: named }),
      lines: arms.map(({ name, arm }, at) => ({
        name,
        look: `arm${at}`,
        points: arm.curve.responseTime
          .filter(([percentile]) => percentile < 100)
          .map(([percentile, us]) => [nines(percentile), us] as const),
      })),
      format: (us) => formatUs(us, curveUnit),
      ticks: [0, 90, 99, 99.9, 99.99, 99.999].map((percentile) => ({ at: nines(percentile), label: `p${percentile}` })),
    }),
  ];
  return html`<h2>${reportWords.charts}</h2>${charts.flatMap((chart) => chart ?? [])}`;
}
