/** What a result file of another tool says, in this project's units. What it does not say is null, never 0. */
import type { ImportTool } from '@plimsoll/contracts/imported-command';

/** Times in µs. */
export interface ImportedTimes {
  readonly meanUs: number | null;
  readonly minUs: number | null;
  readonly maxUs: number | null;
  /** By percentile: `99` for p99. */
  readonly percentilesUs: ReadonlyMap<number, number>;
}

/** One second of the file, by the second in which its requests ended. */
export interface ImportedSecond {
  /** From the first second of the file. */
  readonly second: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without an answer. */
  readonly unanswered: number;
  readonly responseTimesUs: readonly number[];
}

export interface ImportedResult {
  readonly tool: ImportTool;
  readonly url: string | null;
  readonly connections: number | null;
  /** ISO 8601. */
  readonly startedAt: string | null;
  readonly durationMs: number | null;
  readonly requests: number;
  /** Error statuses and requests without an answer; null where the file does not tell. */
  readonly failed: number | null;
  readonly throughputPerSecond: number | null;
  readonly receivedBytes: number | null;
  /** Null where the file does not tell statuses apart. */
  readonly statuses: Readonly<Record<string, number>> | null;
  readonly responseTime: ImportedTimes;
  /** Null: the file has no seconds, so nothing is charted, and no interval can be given. */
  readonly seconds: readonly ImportedSecond[] | null;
}

/** A file that is none of those that are known, or is damaged. */
export class ResultFormatError extends Error {
  readonly code = 'result_format';
  override readonly name = 'ResultFormatError';
}

/** The highest percentile below or at which this share of sorted times lies (nearest rank). */
export function timesOf(sortedUs: readonly number[], percentiles: readonly number[] = [50, 75, 90, 95, 99, 99.9]): ImportedTimes {
  const count = sortedUs.length;
  const rank = (percentile: number) => sortedUs[Math.max(0, Math.ceil((percentile / 100) * count) - 1)] ?? 0;
  return {
    meanUs: count === 0 ? null : sortedUs.reduce((sum, us) => sum + us, 0) / count,
    minUs: sortedUs[0] ?? null,
    maxUs: sortedUs.at(-1) ?? null,
    percentilesUs: new Map(count === 0 ? [] : percentiles.map((percentile) => [percentile, rank(percentile)])),
  };
}

/** How many of these answers have an error status (4xx, 5xx). */
export function countErrors(statuses: Readonly<Record<string, number>>): number {
  return Object.entries(statuses).reduce((sum, [status, count]) => sum + (Number(status) >= 400 ? count : 0), 0);
}
