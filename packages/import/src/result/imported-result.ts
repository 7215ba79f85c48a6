/** The content of another tool's result file, in this project's units. A figure that the file lacks is null, never 0. */
import type { ErrorExample, GrpcStatusCounts, OutcomeCounts, StatusCounts } from '@plimsoll/contracts/outcome';
import type { ResultTool, SourceGap } from '@plimsoll/contracts/run-source';
import type { Bytes } from './second-times.ts';

/** Times in µs. */
export interface ImportedTimes {
  readonly meanUs: number | null;
  readonly minUs: number | null;
  readonly maxUs: number | null;
  /** By percentile: `99` for p99. */
  readonly percentilesUs: ReadonlyMap<number, number>;
}

/** Figures that are no times, such as lengths in tokens. */
export interface ImportedAmounts {
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** By percentile: `99` for p99. */
  readonly percentiles: ReadonlyMap<number, number>;
}

/** Tokens of a language model's answers, over a whole run. */
export interface ImportedTokens {
  readonly input: number | null;
  readonly output: number | null;
  readonly outputPerSecond: number | null;
  /** Answers that the figures are of. */
  readonly streams: number;
  /** Those within the limits that the tool was given; null where it was given none. */
  readonly good: number | null;
  /** Null where answers were not streamed. */
  readonly firstTokenTime: ImportedTimes | null;
  readonly secondTokenTime: ImportedTimes | null;
  readonly interTokenTime: ImportedTimes | null;
  readonly inputLength: ImportedAmounts | null;
  readonly outputLength: ImportedAmounts | null;
}

/** One second of the file with data; the others are left out. What was sent counts where it began, all else where it ended. */
export interface ImportedSecond {
  /** From the start of the first request. */
  readonly second: number;
  /** 1000, less for the last one. */
  readonly lengthMs: number;
  readonly sent: number;
  readonly done: number;
  readonly failed: number;
  /** Under way at its end. */
  readonly inFlight: number;
  readonly outcomes: OutcomeCounts;
  readonly statuses: StatusCounts;
  /** Calls of gRPC by the status that the target answered. */
  readonly grpcStatuses: GrpcStatusCounts;
  /** HdrHistogram V2 of good answers, and of timeouts at the time they were waited for. */
  readonly responseTime: Bytes;
  /** Times of answers that failed. */
  readonly failedTime: Bytes;
  /** Sums of the times of good answers, and of failed ones and timeouts. */
  readonly doneTimeUs: number;
  readonly failedTimeUs: number;
  /** The first few failures of the file that happened in it. */
  readonly errors: readonly ErrorExample[];
}

/** Figures of a whole run. */
export interface ImportedSums {
  readonly durationMs: number | null;
  /** All that ended, with or without an answer. */
  readonly requests: number;
  /** Error statuses and requests without an answer; null where the file does not tell. */
  readonly failed: number | null;
  /** Requests without an answer, by how they ended. */
  readonly unanswered: OutcomeCounts;
  readonly throughputPerSecond: number | null;
  readonly receivedBytes: number | null;
  /** Null where the file does not tell statuses apart. */
  readonly statuses: StatusCounts | null;
  readonly responseTime: ImportedTimes;
  readonly tokens?: ImportedTokens;
}

/** A line of an HdrHistogram log. */
export interface ImportedInterval {
  /** From the start of the log. */
  readonly startMs: number;
  readonly lengthMs: number;
  /** The largest value in the unit that the log is written for, as its third column has it: it tells the unit of the histogram. */
  readonly shownMax: number;
  /** HdrHistogram V2, compressed, as base64. */
  readonly histogram: string;
  readonly line: number;
}

interface Origin {
  readonly tool: ResultTool;
  readonly version: string | null;
  readonly url: string | null;
  readonly connections: number | null;
  /** ISO 8601. */
  readonly startedAt: string | null;
}

export type ImportedRequests = Origin & {
  readonly data: 'requests';
  readonly seconds: readonly ImportedSecond[];
  /** Other figures that rows of this tool leave out. */
  readonly lacks: readonly SourceGap[];
  /** `package.Service/Method`, where they are calls of gRPC. */
  readonly grpcCall?: string;
};
export type ImportedIntervals = Origin & { readonly data: 'seconds'; readonly intervals: readonly ImportedInterval[] };
export type ImportedSummary = Origin & { readonly data: 'summary'; readonly sums: ImportedSums };
/** The head of a summary, as far as its tool does not tell more. */
export const nothingTold = { version: null, url: null, connections: null, startedAt: null, data: 'summary' } as const;
export type ImportedResult = ImportedRequests | ImportedIntervals | ImportedSummary;

/** A file that is read line by line. */
export interface LineReader {
  /** Without its end; lines count from 1. Throws ImportError. */
  add(line: string, number: number): void;
  /** Throws ImportError, for a file without a request too. */
  finish(): ImportedRequests;
}

/** How many of these answers have an error status (4xx, 5xx). */
export function countErrors(statuses: StatusCounts): number {
  return Object.entries(statuses).reduce((sum, [status, count]) => sum + (Number(status) >= 400 ? count : 0), 0);
}

export function sumCounts(counts: Readonly<Record<string, number | undefined>>): number {
  return Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** Only what occurred. */
export function counted(counts: { readonly timeout?: number; readonly no_answer: number }): OutcomeCounts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
