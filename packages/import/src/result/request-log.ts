/** Requests one by one, gathered into seconds. */
import type { ImportTool } from '@plimsoll/contracts/imported-command';
import { type ImportedResult, type ImportedSecond, timesOf } from './imported-result.ts';

export interface RequestLog {
  /** `atMs`: when it ended, by any clock. Status '0': no answer. */
  add(request: { readonly atMs: number; readonly status: string; readonly timeUs: number }): void;
  /** `startMs`: where that clock is the wall clock, when it began. */
  finish(about: {
    readonly tool: ImportTool;
    readonly url: string | null;
    readonly isWallClock: boolean;
    isError?(status: string): boolean;
  }): ImportedResult;
}

interface OpenSecond {
  readonly statuses: Record<string, number>;
  unanswered: number;
  readonly responseTimesUs: number[];
}

export function startRequestLog(): RequestLog {
  const seconds = new Map<number, OpenSecond>();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    add: ({ atMs, status, timeUs }) => {
      first = Math.min(first, atMs);
      last = Math.max(last, atMs);
      const at = Math.floor(atMs / 1000);
      const second = seconds.get(at) ?? { statuses: {}, unanswered: 0, responseTimesUs: [] };
      seconds.set(at, second);
      if (status === '0' || status === '') second.unanswered += 1;
      else {
        second.statuses[status] = (second.statuses[status] ?? 0) + 1;
        second.responseTimesUs.push(timeUs);
      }
    },
    finish: ({ tool, url, isWallClock, isError = (status) => Number(status) >= 400 }) => {
      const begin = Math.floor(first / 1000);
      const listed: ImportedSecond[] = [...seconds]
        .toSorted(([left], [right]) => left - right)
        .map(([at, second]) => ({ second: at - begin, ...second }));
      const statuses: Record<string, number> = {};
      for (const second of listed)
        for (const [status, count] of Object.entries(second.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
      const unanswered = listed.reduce((sum, second) => sum + second.unanswered, 0);
      const requests = Object.values(statuses).reduce((sum, count) => sum + count, unanswered);
      const durationMs = requests === 0 ? null : last - first;
      return {
        tool,
        url,
        connections: null,
        startedAt: isWallClock && requests > 0 ? new Date(first).toISOString() : null,
        durationMs,
        requests,
        failed: Object.entries(statuses).reduce((sum, [status, count]) => sum + (isError(status) ? count : 0), unanswered),
        throughputPerSecond: durationMs ? requests / (durationMs / 1000) : null,
        receivedBytes: null,
        statuses,
        responseTime: timesOf(listed.flatMap((second) => second.responseTimesUs).toSorted((left, right) => left - right)),
        seconds: listed,
      };
    },
  };
}
