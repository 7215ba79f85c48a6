/** The charts of a run's report: the "target, sent, ok, failed" picture with the target's CPU, times, connections. */

import type { RegionLine } from '@plimsoll/contracts/region-line';
import { type Resources, sourcesOf } from '@plimsoll/contracts/resources';
import type { Point } from '@plimsoll/contracts/sample';
import type { Story } from '@plimsoll/contracts/story';
import { markFindings } from '@plimsoll/contracts/story-marks';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';
import { chartWords } from '@plimsoll/wording/en/chart';
import { latencyWords } from '@plimsoll/wording/en/run';
import { reportWords } from '@plimsoll/wording/en/shared';
import { formatPlain } from '@plimsoll/wording/number';
import { formatShare } from '@plimsoll/wording/share';
import { createElement as h, type ReactNode } from 'react';
import { line, peakOf } from './chart-line.ts';
import { lineLooks } from './line-look.ts';
import { messagesChart, messageTimeCharts, tokensChart } from './message-charts.ts';
import { regionsDrawing } from './regions-drawing.ts';
import { type ChartLine, type Drawing, StaticChart } from './static-chart.ts';
import { timesDrawing } from './times-drawing.ts';

interface Props {
  readonly points: readonly Point[];
  readonly regions?: readonly RegionLine[] | undefined;
  /** Its findings are marked, its ramps shaded. */
  readonly story: Story | null;
  readonly resources: Resources;
}

/** The static charts of a run by what they show; null where nothing was measured. */
export function staticRunCharts({
  points,
  regions,
  story,
  resources,
}: Props): Record<'rates' | 'regions' | 'times' | 'messages', ReactNode> | null {
  const measured = wholeSeconds(points);
  if (measured.length === 0) return null;
  const behind = story ? { marks: markFindings(story).map(({ second, label }) => ({ at: second, label })), bands: listBands(story) } : {};
  const draw = (charts: readonly Drawing[]) => charts.map((chart) => h(StaticChart, { key: chart.title, ...chart, ...behind }));
  return {
    rates: draw([ratesChart(measured, resources)]),
    regions: regions && draw([regionsDrawing(regions)]),
    times: draw([timesChart(points), connectionsChart(measured)]),
    messages: draw([tokensChart(measured), messagesChart(measured), ...messageTimeCharts(measured)]),
  };
}

/** Ramps are shaded, what is held is not. */
function listBands({ stages }: Story): NonNullable<Drawing['bands']> {
  return stages.filter(({ name }) => name.startsWith('~')).map(({ fromSecond, toSecond }) => ({ from: fromSecond, to: toSecond }));
}

/** The CPU of the source that speaks for the target. */
function cpuLine(resources: Resources): ChartLine | null {
  const [source] = sourcesOf(resources, 'cpu');
  if (!source) return null;
  const points = resources.points.filter((point) => point.source === source.name).map(({ second, cpu }) => [second, cpu] as const);
  return { key: 'cpu', ...lineLooks.cpu, name: reportWords.cpu, points, isShare: true };
}

function ratesChart(points: readonly Point[], resources: Resources): Drawing {
  const perSecond = (count: 'planned' | 'sent' | 'done' | 'failed') => (point: Point) => (point[count] * 1000) / point.lengthMs;
  const cpu = cpuLine(resources);
  const figures = peakOf(points, perSecond('done'));
  const mostCpu = cpu?.points.reduce((most, [, share]) => Math.max(most, share ?? 0), 0);
  return {
    title: chartWords.rates({}),
    summary:
      mostCpu === undefined ? reportWords.ratesSummary(figures) : reportWords.ratesSummaryCpu({ ...figures, cpu: formatShare(mostCpu) }),
    lines: [
      ...(['planned', 'sent', 'done', 'failed'] as const).map((count) => line(points, count, chartWords[count], perSecond(count))),
      ...(cpu ? [cpu] : []),
    ],
    format: formatPlain,
  };
}

function timesChart(points: readonly Point[]): Drawing {
  return timesDrawing(points, chartWords.responseTime, ({ responseTime }, field) => responseTime[field], [
    { key: 'failedP99', name: latencyWords.failedP99, read: ({ failedTime }) => failedTime.p99Us },
  ]);
}

function connectionsChart(points: readonly Point[]): Drawing {
  const most = points.reduce((top, { connections }) => Math.max(top, connections.open), 0);
  return {
    title: chartWords.connections,
    summary: chartWords.connectionsSummary({ open: formatPlain(most) }),
    lines: [
      line(points, 'open', chartWords.open, ({ connections }) => connections.open),
      line(points, 'opened', chartWords.opened, ({ connections, lengthMs }) => (connections.opened * 1000) / lengthMs),
      line(points, 'inFlight', chartWords.inFlight, ({ inFlight }) => inFlight),
      line(points, 'waiting', chartWords.waiting, ({ waiting }) => waiting),
    ],
    format: formatPlain,
  };
}
