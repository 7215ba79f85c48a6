/** Requests one by one, each folded at once into its second: memory grows with the seconds of a file, not with its requests. */
import type { GrpcStatus } from '@plimsoll/contracts/grpc-status';
import type { ErrorExample, OutcomeKind } from '@plimsoll/contracts/outcome';
import { refusal } from '@plimsoll/contracts/refusal';
import type { ResultTool, SourceGap } from '@plimsoll/contracts/run-source';
import { ImportError } from '../import-error.ts';
import { mostHours } from './figure-limits.ts';
import type { ImportedRequests, ImportedSecond } from './imported-result.ts';
import { startSecondTimes } from './second-times.ts';

export interface LoggedRequest {
  /** When it ended, by any clock. */
  readonly endMs: number;
  readonly timeUs: number;
  readonly outcome: OutcomeKind;
  /** Decimal text; null without an answer, and where the file does not tell it. */
  readonly status: string | null;
  /** The target's answer to a call of gRPC. */
  readonly grpcStatus?: GrpcStatus;
  /** The tool's text about a failure. */
  readonly message?: string | null;
}

export interface RequestLog {
  /** In any order. Throws ImportError as soon as they are too far apart for one run. */
  add(request: LoggedRequest): void;
  /** `isWallClock`: else the times say nothing of when it was. Throws ImportError for an empty log and one that is too long. */
  finish(about: {
    readonly version?: string | null;
    readonly url: string | null;
    readonly connections?: number | null;
    readonly isWallClock: boolean;
    readonly lacks?: readonly SourceGap[];
  }): ImportedRequests;
}

/** Failures of a kind whose words are kept. */
const mostExamples = 3;
const longestMessage = 500;
/**
 * Seconds count from the first send, which stands among the first requests of a file, though not as the first of them. So many are held back until
 * they begin. A file that has an earlier one behind them gets whole seconds before.
 */
const mostHeld = 20_000;

interface OpenSecond {
  sent: number;
  done: number;
  failed: number;
  doneTimeUs: number;
  failedTimeUs: number;
  readonly outcomes: Partial<Record<OutcomeKind, number>>;
  readonly statuses: Record<string, number>;
  readonly grpcStatuses: Partial<Record<GrpcStatus, number>>;
  readonly errors: ErrorExample[];
}

interface LogOptions {
  /** The times are whole seconds: so is the length of the run. */
  readonly isWhole?: boolean;
}

export function startRequestLog(tool: ResultTool, { isWhole = false }: LogOptions = {}): RequestLog {
  const held: LoggedRequest[] = [];
  const open = new Map<number, OpenSecond>();
  const [answers, failures] = [startSecondTimes(), startSecondTimes()];
  const examples = new Map<OutcomeKind, number>();
  /** Where second 0 begins; null while requests are held back. */
  let startMs: number | null = null;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  // Within a second nobody knows what began before it.
  const sentAt = ({ endMs, timeUs }: LoggedRequest) => (isWhole ? endMs : endMs - timeUs / 1000);
  const lastSecond = () => Math.max(0, isWhole ? last - first : Math.ceil((last - first) / 1000) * 1000 - 1000) / 1000;
  const second = (at: number): OpenSecond => {
    const known = open.get(at) ?? newSecond();
    open.set(at, known);
    return known;
  };
  const keepExample = (request: LoggedRequest, at: number) => {
    const { outcome, status, grpcStatus, message = null } = request;
    const kept = examples.get(outcome) ?? 0;
    if (message === null || kept >= mostExamples) return;
    examples.set(outcome, kept + 1);
    const answered = { status: status === null ? null : Number(status), ...(grpcStatus && { grpcStatus }) };
    second(at).errors.push({ outcome, ...answered, message: message.slice(0, longestMessage), body: null, second: at, request: null });
  };
  const fold = (request: LoggedRequest, from: number) => {
    const { endMs, timeUs, outcome } = request;
    const begun = Math.floor((sentAt(request) - from) / 1000);
    // A request that ends with a second belongs to that second: else the last one would get another behind it that has no length.
    const at = isWhole ? begun : Math.max(begun, Math.ceil((endMs - from) / 1000) - 1);
    second(begun).sent += 1;
    const isGood = count(second(at), request);
    if (isGood || outcome === 'timeout') answers.add(at, timeUs);
    else if (outcome === 'response' || outcome === 'check_failed') failures.add(at, timeUs);
    keepExample(request, at);
  };
  const begin = (): number => {
    const from = first;
    for (const request of held) fold(request, from);
    held.length = 0;
    startMs = from;
    return from;
  };
  let underWay = 0;
  const close = (at: number, shown: number): ImportedSecond => {
    const one = second(at);
    underWay += one.sent - one.done - one.failed - (one.outcomes.cut_off ?? 0);
    const errors = one.errors.map((error) => ({ ...error, second: shown }));
    const times = { responseTime: answers.encoded(at), failedTime: failures.encoded(at) };
    return { ...one, ...times, errors, second: shown, lengthMs: 1000, inFlight: Math.max(0, underWay) };
  };
  return {
    add: (request) => {
      first = Math.min(first, sentAt(request));
      last = Math.max(last, request.endMs);
      if (lastSecond() >= mostHours * 3600)
        throw new ImportError(refusal('result_span', { tool, hours: Math.ceil(lastSecond() / 3600), most: mostHours }));
      if (startMs !== null) fold(request, startMs);
      else if (held.push(request) >= mostHeld) begin();
    },
    finish: ({ version = null, url, connections = null, isWallClock, lacks = [] }) => {
      if (first > last) throw new ImportError(refusal('result_empty', { tool }));
      const from = startMs ?? begin();
      const before = Math.floor((first - from) / 1000);
      const zeroMs = from + 1000 * before;
      const seconds = [...open.keys()].toSorted((a, b) => a - b).map((at) => close(at, at - before));
      const lastLengthMs = isWhole ? 1000 : last - zeroMs - 1000 * (seconds.at(-1)?.second ?? 0);
      return {
        tool,
        version,
        url,
        connections,
        startedAt: isWallClock ? new Date(zeroMs).toISOString() : null,
        data: 'requests',
        lacks,
        seconds: seconds.map((one, index) => (index === seconds.length - 1 && lastLengthMs > 0 ? { ...one, lengthMs: lastLengthMs } : one)),
      };
    },
  };
}

function newSecond(): OpenSecond {
  return { sent: 0, done: 0, failed: 0, doneTimeUs: 0, failedTimeUs: 0, outcomes: {}, statuses: {}, grpcStatuses: {}, errors: [] };
}

/** Was it a good answer? */
function count(second: OpenSecond, { timeUs, outcome, status, grpcStatus }: LoggedRequest): boolean {
  second.outcomes[outcome] = (second.outcomes[outcome] ?? 0) + 1;
  if (status !== null) second.statuses[status] = (second.statuses[status] ?? 0) + 1;
  if (grpcStatus) second.grpcStatuses[grpcStatus] = (second.grpcStatuses[grpcStatus] ?? 0) + 1;
  const isGood = outcome === 'response' && !(Number(status) >= 400) && (grpcStatus ?? 'OK') === 'OK';
  if (outcome !== 'cut_off') second[isGood ? 'done' : 'failed'] += 1;
  if (isGood) second.doneTimeUs += timeUs;
  else if (outcome === 'timeout' || outcome === 'response' || outcome === 'check_failed') second.failedTimeUs += timeUs;
  return isGood;
}
