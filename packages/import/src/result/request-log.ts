/** Requests one by one, gathered into seconds. */
import type { GrpcStatus } from '@plimsoll/contracts/grpc-status';
import type { ErrorExample, OutcomeKind } from '@plimsoll/contracts/outcome';
import { refusal } from '@plimsoll/contracts/refusal';
import type { ResultTool, SourceGap } from '@plimsoll/contracts/run-source';
import { ImportError } from '../import-error.ts';
import { mostHours } from './figure-limits.ts';
import type { ImportedRequests, ImportedSecond } from './imported-result.ts';

export interface LoggedRequest {
  /** When it ended, by any clock. */
  readonly endMs: number;
  readonly timeUs: number;
  readonly outcome: OutcomeKind;
  /** Decimal text; null without an answer, and where the file does not tell it. */
  readonly status: string | null;
  /** What the target answered to a call of gRPC. */
  readonly grpcStatus?: GrpcStatus;
  /** What the tool said of a failure. */
  readonly message?: string | null;
}

export interface RequestLog {
  add(request: LoggedRequest): void;
  /** `isWallClock`: else the times say nothing of when it was. Throws ImportError for an empty log and one that is too long. */
  finish(about: {
    readonly version?: string | null;
    readonly url: string | null;
    readonly connections?: number | null;
    readonly isWallClock: boolean;
    /** The times are whole seconds: so is the length of the run. */
    readonly isWhole?: boolean;
    readonly lacks?: readonly SourceGap[];
  }): ImportedRequests;
}

/** Failures of a kind whose words are kept. */
const mostExamples = 3;
const longestMessage = 500;

interface OpenSecond {
  sent: number;
  done: number;
  failed: number;
  readonly outcomes: Partial<Record<OutcomeKind, number>>;
  readonly statuses: Record<string, number>;
  readonly grpcStatuses: Partial<Record<GrpcStatus, number>>;
  readonly goodTimesUs: number[];
  readonly timeoutTimesUs: number[];
  readonly failedTimesUs: number[];
  readonly errors: ErrorExample[];
}

type Ending = Pick<LoggedRequest, 'outcome' | 'status' | 'grpcStatus' | 'message'>;

export function startRequestLog(tool: ResultTool): RequestLog {
  // Columns of numbers: a million objects would take ten times the memory.
  const ends: number[] = [];
  const times: number[] = [];
  const ended: number[] = [];
  const endings: Ending[] = [];
  const known = new Map<string, number>();
  const kept = new Map<OutcomeKind, number>();
  return {
    add: ({ endMs, timeUs, message = null, ...ending }) => {
      const { outcome, status, grpcStatus } = ending;
      const isExample = message !== null && (kept.get(outcome) ?? 0) < mostExamples;
      if (isExample) kept.set(outcome, (kept.get(outcome) ?? 0) + 1);
      const key = isExample ? '' : `${outcome} ${status} ${grpcStatus}`;
      let place = known.get(key);
      if (place === undefined || isExample) {
        place = endings.push({ ...ending, message: isExample ? message.slice(0, longestMessage) : null }) - 1;
        if (!isExample) known.set(key, place);
      }
      ends.push(endMs);
      times.push(timeUs);
      ended.push(place);
    },
    finish: ({ version = null, url, connections = null, isWallClock, isWhole = false, lacks = [] }) => {
      if (ends.length === 0) throw new ImportError(refusal('result_empty', { tool }));
      let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const [at, end] of ends.entries()) {
        first = Math.min(first, isWhole ? end : end - (times[at] as number) / 1000);
        last = Math.max(last, end);
      }
      const lastSecond = Math.max(0, isWhole ? last - first : Math.ceil((last - first) / 1000) * 1000 - 1000) / 1000;
      if (lastSecond >= mostHours * 3600)
        throw new ImportError(refusal('result_span', { tool, hours: Math.ceil(lastSecond / 3600), most: mostHours }));
      const open = Array.from({ length: Math.floor(lastSecond) + 1 }, newSecond);
      const secondAt = (ms: number) => open[Math.min(open.length - 1, Math.max(0, Math.floor((ms - first) / 1000)))] as OpenSecond;
      for (const [at, endMs] of ends.entries()) {
        const timeUs = times[at] as number;
        // Within a second nobody knows what began before it.
        secondAt(isWhole ? endMs : endMs - timeUs / 1000).sent += 1;
        count(secondAt(endMs), timeUs, endings[ended[at] as number] as Ending);
      }
      const lastLengthMs = isWhole ? 1000 : last - first - 1000 * (open.length - 1);
      return {
        tool,
        version,
        url,
        connections,
        startedAt: isWallClock ? new Date(first).toISOString() : null,
        data: 'requests',
        lacks,
        seconds: close(open, lastLengthMs > 0 ? lastLengthMs : 1000),
      };
    },
  };
}

function newSecond(): OpenSecond {
  const counts = { sent: 0, done: 0, failed: 0, outcomes: {}, statuses: {}, grpcStatuses: {} };
  return { ...counts, goodTimesUs: [], timeoutTimesUs: [], failedTimesUs: [], errors: [] };
}

function count(second: OpenSecond, timeUs: number, { outcome, status, grpcStatus, message = null }: Ending): void {
  second.outcomes[outcome] = (second.outcomes[outcome] ?? 0) + 1;
  if (status !== null) second.statuses[status] = (second.statuses[status] ?? 0) + 1;
  if (grpcStatus) second.grpcStatuses[grpcStatus] = (second.grpcStatuses[grpcStatus] ?? 0) + 1;
  const isGood = outcome === 'response' && !(Number(status) >= 400) && (grpcStatus ?? 'OK') === 'OK';
  if (outcome !== 'cut_off') second[isGood ? 'done' : 'failed'] += 1;
  if (isGood) second.goodTimesUs.push(timeUs);
  else if (outcome === 'timeout') second.timeoutTimesUs.push(timeUs);
  else if (outcome === 'response' || outcome === 'check_failed') second.failedTimesUs.push(timeUs);
  if (message === null) return;
  const answered = { status: status === null ? null : Number(status), ...(grpcStatus && { grpcStatus }) };
  second.errors.push({ outcome, ...answered, message, body: null, second: 0, request: null });
}

function close(open: readonly OpenSecond[], lastLengthMs: number): ImportedSecond[] {
  let underWay = 0;
  return open.map((second, at) => {
    underWay += second.sent - second.done - second.failed - (second.outcomes.cut_off ?? 0);
    const errors = second.errors.map((error) => ({ ...error, second: at }));
    return { ...second, errors, second: at, lengthMs: at === open.length - 1 ? lastLengthMs : 1000, inFlight: Math.max(0, underWay) };
  });
}
