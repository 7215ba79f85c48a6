/** A request of the plan whose answer is a stream of messages over HTTP, compiled once: how it is read, how it ends, how it is judged. */
import type { Check } from '@plimsoll/contracts/check';
import { parseJsonPath, valueAtPath } from '@plimsoll/contracts/json-path';
import type { StreamSettings } from '@plimsoll/contracts/stream';
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';
import { HttpRequest } from '../http/http-request.ts';
import { type CheckedResponse, headerJudge } from '../http/response-checks.ts';
import { wholeBodyBytes } from '../protocol/memory-budget.ts';
import { type CheckList, compileChecks } from '../scenario/checks.ts';
import type { PlannedPart } from '../scenario/compiled-request.ts';
import { jsonMessages } from '../stream/json-messages.ts';
import { MessageChecks, type StreamedAnswer, streamJudges } from '../stream/message-checks.ts';
import type { StreamPlan } from '../stream/stream.ts';

/** A stream of HTTP that has ended. */
export interface CheckedEvents extends StreamedAnswer, CheckedResponse {
  /** The error that a message of it told; null: none did. */
  readonly toldError: string | null;
}

export class EventRequest extends HttpRequest implements StreamPlan {
  override readonly judges: boolean;
  override readonly keepHeaders = true;
  readonly settings: StreamSettings;
  readonly sends = false;
  readonly messagesPerStream = 0;
  readonly intervalUs = 0;
  readonly timesRoundTrip = false;
  readonly firstIsFilled = true;
  readonly durationUs: number;
  readonly messageChecks: MessageChecks | null;
  /** The data of the message that ends it; null: none. */
  readonly done: Buffer | null;
  /** It has ended well only by a message that says so. */
  readonly asksForDone: boolean;
  /** Messages after which we end it. */
  readonly mostMessages: number;
  /** Bytes of a message that are kept where it comes in pieces. */
  readonly mostBytes: number;
  readonly #checks: CheckList<CheckedEvents>;
  /** Does a message with this content end it? Null: none does. */
  readonly #rule: ((json: unknown) => boolean) | null;

  constructor(part: PlannedPart, settings: StreamSettings) {
    super({ ...part, plan: { ...part.plan, checks: [] }, request: { ...part.request, checks: [], extract: {} } });
    const checks = [...part.plan.checks, ...part.request.checks];
    const judgeStream = streamJudges();
    this.settings = settings;
    this.#checks = compileChecks<CheckedEvents>(checks, (check) => judgeHeader(check) ?? judgeStream(check));
    this.judges = !this.#checks.isEmpty || settings.tokens !== null;
    const messageChecks = new MessageChecks(jsonMessages, checks);
    this.messageChecks = messageChecks.isEmpty ? null : messageChecks;
    const { as, doneAt, doneByEvent, endAfter, maxMessageBytes } = settings;
    this.done = doneAt === null ? null : Buffer.from(doneAt);
    this.asksForDone = doneAt !== null || doneByEvent;
    this.durationUs = endAfter.durationMs === null ? Number.POSITIVE_INFINITY : endAfter.durationMs * 1000;
    this.mostMessages = endAfter.messages ?? Number.POSITIVE_INFINITY;
    this.#rule = endAfter.jsonPath && compileRule(endAfter.jsonPath);
    const looks = this.messageChecks !== null || this.done !== null || this.#rule !== null;
    this.mostBytes = as === 'chunks' ? (looks ? wholeBodyBytes : 0) : maxMessageBytes;
  }

  /** The body of an answer that is no stream says why. */
  override keepBody(): boolean {
    return true;
  }

  judgeStream(events: CheckedEvents): CheckFailure | null {
    if (events.toldError !== null) return { kind: 'errorInStream', text: events.toldError };
    return this.#checks.judge(events);
  }

  isDone(bytes: Buffer, start: number, length: number): boolean {
    const { done } = this;
    return done !== null && length === done.length && bytes.compare(done, 0, length, start, start + length) === 0;
  }

  /** Ends this message the stream by the plan's rule? */
  isEnd(bytes: Buffer, start: number, length: number): boolean {
    if (!this.#rule) return false;
    try {
      return this.#rule(JSON.parse(bytes.toString('utf8', start, start + length)));
    } catch {
      return false;
    }
  }
}

function judgeHeader(check: Check) {
  return 'header' in check ? headerJudge(check.header.name, check.header.contains) : null;
}

function compileRule({ path, equals }: NonNullable<StreamSettings['endAfter']['jsonPath']>): (json: unknown) => boolean {
  const steps = parseJsonPath(path) ?? [];
  return (json) => valueAtPath(json, steps) === equals;
}
