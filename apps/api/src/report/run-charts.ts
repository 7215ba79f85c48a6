/** The charts of a run's report: the "target, sent, ok, failed" picture with the target's CPU, times, connections. */
import { type Resources, sourcesOf } from '@plimsoll/contracts/resources';
import type { Point } from '@plimsoll/contracts/sample';
import type { Story } from '@plimsoll/contracts/story';
import { markFindings } from '@plimsoll/contracts/story-marks';
import { wholeSeconds } from '@plimsoll/contracts/whole-seconds';
import { formatPlain } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { sharedWord } from '@plimsoll/wording/shared-words';
import { formatClock, formatUs, timeUnit } from '@plimsoll/wording/time';
import { type Html, html } from '../share/page/html.ts';
import type { SharedRun } from '../share/page/run-tables.ts';
import { highest, line } from './chart-line.ts';
import { messagesChart, messageTimeCharts } from './message-charts.ts';
import { type ChartLine, type StaticChart, staticChart } from './static-chart.ts';

/** Null where nothing was measured. */
export function runCharts({ points, story, resources }: SharedRun): Html | null {
  const measured = wholeSeconds(points);
  if (measured.length === 0) return null;
  const behind = story ? { marks: markFindings(story).map(({ second, label }) => ({ at: second, label })), bands: listBands(story) } : {};
  return html`<h2>${sharedWord('report.charts')}</h2>${ratesChart(measured, resources, behind)}${timesChart(measured, behind)}${messagesChart(measured, behind)}${messageTimeCharts(measured, behind)}${connectionsChart(measured, behind)}`;
}

type Behind = Pick<StaticChart, 'marks' | 'bands'>;
/** Ramps are shaded, what is held is not. */
function listBands({ stages }: Story): NonNullable<StaticChart['bands']> {
  return stages.filter(({ name }) => name.startsWith('~')).map(({ fromSecond, toSecond }) => ({ from: fromSecond, to: toSecond }));
}

/** Of the source that speaks for the target. */
function cpuLine(resources: Resources): ChartLine | null {
  const [source] = sourcesOf(resources, 'cpu');
  if (!source) return null;
  const points = resources.points.filter((point) => point.source === source.name).map(({ second, cpu }) => [second, cpu] as const);
  return { look: 'cpu', name: sharedWord('report.cpu'), points, isShare: true };
}

function ratesChart(points: readonly Point[], resources: Resources, behind: Behind): Html | null {
  const perSecond = (count: 'planned' | 'sent' | 'done' | 'failed') => (point: Point) => (point[count] * 1000) / point.lengthMs;
  const cpu = cpuLine(resources);
  const best = highest(points, perSecond('done'));
  const figures = { peak: formatRate(best ? perSecond('done')(best) : null), at: formatClock(best?.second ?? 0) };
  const mostCpu = cpu?.points.reduce((most, [, share]) => Math.max(most, share ?? 0), 0);
  return staticChart({
    title: sharedWord('report.rates'),
    summary:
      mostCpu === undefined
        ? sharedWord('report.ratesSummary', figures)
        : sharedWord('report.ratesSummaryCpu', { ...figures, cpu: formatShare(mostCpu) }),
    lines: [
      ...(['planned', 'sent', 'done', 'failed'] as const).map((count) =>
        line(points, count, sharedWord(`report.${count}`), perSecond(count)),
      ),
      ...(cpu ? [cpu] : []),
    ],
    format: formatPlain,
    ...behind,
  });
}

function timesChart(points: readonly Point[], behind: Behind): Html | null {
  const read = (name: 'p50Us' | 'p95Us' | 'p99Us') => (point: Point) => point.responseTime[name];
  const failed = (point: Point) => point.failedTime.p99Us;
  const worst = highest(points, read('p99Us'));
  const unit = timeUnit(points.flatMap((point) => [point.responseTime.p99Us, point.failedTime.p99Us]));
  return staticChart({
    title: sharedWord('report.responseTime'),
    summary: sharedWord('report.timesSummary', {
      worst: formatUs(worst?.responseTime.p99Us ?? null),
      at: formatClock(worst?.second ?? 0),
    }),
    lines: [
      line(points, 'p50', 'p50', read('p50Us')),
      line(points, 'p95', 'p95', read('p95Us')),
      line(points, 'p99', 'p99', read('p99Us')),
      line(points, 'failedP99', sharedWord('report.failedP99'), failed),
    ],
    format: (us) => formatUs(us, unit),
    ...behind,
  });
}

function connectionsChart(points: readonly Point[], behind: Behind): Html | null {
  const most = points.reduce((top, { connections }) => Math.max(top, connections.open), 0);
  return staticChart({
    title: sharedWord('report.connections'),
    summary: sharedWord('report.connectionsSummary', { open: formatPlain(most) }),
    lines: [
      line(points, 'p99', sharedWord('report.open'), ({ connections }) => connections.open),
      line(points, 'sent', sharedWord('report.opened'), ({ connections, lengthMs }) => (connections.opened * 1000) / lengthMs),
      line(points, 'done', sharedWord('report.inFlight'), ({ inFlight }) => inFlight),
      line(points, 'failedP99', sharedWord('report.waiting'), ({ waiting }) => waiting),
    ],
    format: formatPlain,
    ...behind,
  });
}
