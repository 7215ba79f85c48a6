/** GitLab's load performance report, which is k6's summary: times in ms, counts and rates by the names of k6, times of streams by those of thresholds. */
import { leadingTimes } from '@plimsoll/contracts/leading-time';
import type { Run } from '@plimsoll/contracts/run';
import { findTimes, type Times } from '@plimsoll/contracts/sample';
import { timesRow } from '@plimsoll/contracts/times';

/** A run that measured nothing has no metrics: GitLab then shows none. */
export function loadPerformance({ summary, thresholds, plan }: Pick<Run, 'summary' | 'thresholds' | 'plan'>): string {
  const metrics: Record<string, Record<string, number>> = {};
  if (summary && summary.requests > 0) {
    metrics.http_req_duration = inMs(summary.responseTime);
    const leading = leadingTimes(summary, plan);
    const [word, times] = [timesRow(leading).threshold?.word, findTimes(summary, leading)];
    if (word && times) metrics[word] = inMs(times);
    metrics.http_reqs = known({ count: summary.requests, rate: summary.throughputPerSecond });
    metrics.http_req_failed = known({ passes: summary.failed, fails: summary.done, value: summary.errorRate });
    metrics.checks = { passes: thresholds.filter(({ passed }) => passed).length, fails: thresholds.filter(({ passed }) => !passed).length };
  }
  return `${JSON.stringify({ metrics }, null, 2)}\n`;
}

function inMs(times: Times): Record<string, number> {
  const ms = (us: number | null) => (us === null ? null : us / 1000);
  const told = { avg: ms(times.meanUs), min: ms(times.minUs), med: ms(times.p50Us), max: ms(times.maxUs) };
  return known({ ...told, 'p(90)': ms(times.p90Us), 'p(95)': ms(times.p95Us), 'p(99)': ms(times.p99Us) });
}

function known(figures: Readonly<Record<string, number | null>>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).filter((entry): entry is [string, number] => entry[1] !== null));
}
