/**
 * A stream: an exchange of several messages with times of its own, which its protocol carries as one request. Sends its messages when they
 * are due, times those that come, and holds them against the plan's checks. Its owner knows how a message is written. One object serves
 * the requests of a slot, one after the other.
 */
import type { CheckFailure } from '@plimsoll/wording/request-failure-sentence';
import type { MemoryBudget } from '../protocol/memory-budget.ts';
import type { RequestEvents } from '../protocol/transport.ts';
import { CheckedMessages } from './checked-messages.ts';
import type { CheckedStream, MessageChecks } from './message-checks.ts';
import type { MessagePacer, PacedStream } from './message-pacer.ts';

/** The plan's settings for the streams of a request. */
export interface StreamPlan {
  /** We send a stream of messages. */
  readonly sends: boolean;
  /** Messages that we send; Infinity where the stream's time alone ends it. */
  readonly messagesPerStream: number;
  /** From one message to the next; 0 = all at once. */
  readonly intervalUs: number;
  /** Infinity if a stream has no end by time. */
  readonly durationUs: number;
  /** The nth message that comes answers the nth that was sent. */
  readonly timesRoundTrip: boolean;
  /** Each message is sent when the owner says that the answer to the one before has come: {@link Stream.sendNow}. */
  readonly afterAnswer?: boolean;
  /** A message without content is not the first. Absent: it is. */
  readonly firstIsFilled?: boolean;
  /** Null where no check looks at a message. */
  readonly messageChecks: MessageChecks | null;
}

/** The request slot that a stream belongs to. */
export interface StreamOwner {
  readonly sendUs: number;
  /** Its request is under way on a connection. */
  readonly isOpen: boolean;
  /** Sends the nth message. `last`: nothing follows. Answers its bytes before they were compressed. */
  sendMessage(nth: number, last: boolean): number;
  /** The time of a stream that sends is over: nothing follows. */
  stopSending(): void;
  /** A stream that only receives was watched for long enough. */
  stopWatching(): void;
}

interface StreamParts {
  readonly owner: StreamOwner;
  readonly pacer: MessagePacer;
  readonly bodies: MemoryBudget;
  readonly events: RequestEvents;
}

export class Stream implements PacedStream, CheckedStream {
  exchange = 0;
  readonly #owner: StreamOwner;
  readonly #pacer: MessagePacer;
  readonly #events: RequestEvents;
  readonly #checked: CheckedMessages;
  #plan!: StreamPlan;
  #begunUs = 0;
  #sent = 0;
  /** Nothing more is sent. */
  #sentAll = false;
  /** So much waits for the target's window that no more messages are made until it is sent: they are late. */
  #held = false;
  /** It is to be woken at its end. */
  #endPlanned = false;
  #received = 0;
  /** Messages that came before we began to send: they answer none of ours. */
  #unasked = 0;
  /** The last message was sent, where each waits for the answer to the one before. */
  #askedUs = 0;
  /** Its first message came. */
  #begunToCome = false;
  #lastUs = 0;

  constructor({ owner, pacer, bodies, events }: StreamParts) {
    this.#owner = owner;
    this.#pacer = pacer;
    this.#events = events;
    this.#checked = new CheckedMessages(bodies);
  }

  /** For another request. */
  reset(plan: StreamPlan): void {
    this.#plan = plan;
    this.#sent = this.#received = this.#unasked = 0;
    this.#sentAll = false;
    this.#begunToCome = false;
    this.#checked.reset(plan.messageChecks);
  }

  /** The request is over. */
  release(): void {
    // The exchange that it was to be woken for is over.
    this.exchange++;
    this.#checked.reset(null);
  }

  /** The first messages, or none of them, were sent with the request. `more`: others follow. */
  begun(nowUs: number, sent: number, sentBytes: number, more: boolean): void {
    this.#begunUs = nowUs;
    this.#unasked = this.#received;
    this.#sent = sent;
    this.#sentAll = !more;
    this.#held = this.#endPlanned = false;
    const { messages } = this.#events.stream(nowUs);
    messages.sent += sent;
    messages.sentBytes += sentBytes;
    if (more && sent === 0) this.#sendDue(nowUs);
    else this.#waitForNext();
  }

  /** Everything was sent. */
  get sentAll(): boolean {
    return this.#sentAll;
  }

  /** Messages that came since we began to send. */
  get answerCount(): number {
    return this.#received - this.#unasked;
  }

  /** Sends the next message: it waited for an answer, and not for a time of its own. */
  sendNow(nowUs: number): void {
    if (this.#sentAll) return;
    this.#askedUs = nowUs;
    this.#sendNext(nowUs, nowUs);
  }

  /** Sends the first message, and those that are due with it. */
  #sendDue(nowUs: number): void {
    this.#askedUs = nowUs;
    const { intervalUs, afterAnswer } = this.#plan;
    do if (!this.#sendNext(this.#dueUs(this.#sent), nowUs)) return;
    while (intervalUs === 0 && !afterAnswer && !this.#sentAll && !this.#held && this.#owner.isOpen);
    this.#waitForNext();
  }

  /** The due time of the nth message. */
  #dueUs(nth: number): number {
    return this.#begunUs + nth * this.#plan.intervalUs;
  }

  #waitForNext(): void {
    const { sends, durationUs, afterAnswer } = this.#plan;
    if (sends && this.#sentAll) return;
    const nextUs = sends && !this.#held && !afterAnswer ? this.#dueUs(this.#sent) : Number.POSITIVE_INFINITY;
    const endUs = this.#begunUs + durationUs;
    if (nextUs < endUs) this.#pacer.add(this, nextUs);
    else if (endUs < Number.POSITIVE_INFINITY && !this.#endPlanned) {
      this.#endPlanned = true;
      this.#pacer.add(this, endUs);
    }
  }

  due(dueUs: number, nowUs: number): void {
    if (!this.#owner.isOpen) return;
    if (dueUs >= this.#begunUs + this.#plan.durationUs) this.#timeOver();
    else if (!this.#sentAll && !this.#held) this.#sendDue(nowUs);
  }

  /** Too much waits to be sent: nothing more is made until there is room. */
  hold(): void {
    this.#held = true;
  }

  /** There is room again. */
  goOn(): void {
    this.#held = false;
    this.#waitForNext();
  }

  #timeOver(): void {
    if (!this.#plan.sends) this.#owner.stopWatching();
    else if (!this.#sentAll) {
      this.#sentAll = true;
      this.#owner.stopSending();
    }
  }

  #sendNext(dueUs: number, nowUs: number): boolean {
    try {
      const nth = this.#sent++;
      this.#sentAll = this.#sent === this.#plan.messagesPerStream;
      const bytes = this.#owner.sendMessage(nth, this.#sentAll);
      const { messages, times } = this.#events.stream(nowUs);
      messages.sent++;
      messages.sentBytes += bytes;
      // The first is due when it is sent, and those without due times of their own cannot be late.
      if (nth > 0 && this.#plan.intervalUs > 0) times.messageLateness.record(nowUs - dueUs);
      return true;
    } catch (error) {
      this.#events.internalError(error);
      return false;
    }
  }

  /**
   * A whole message came in the read of `nowUs`, of so many bytes from `start` on; `bytes` are valid during the call only, and null where there
   * was no room. `mark`: it only says that the stream is over, and is held against no check of its content.
   */
  came(nowUs: number, length: number, bytes: Buffer | null, start: number, mark = false): void {
    const nth = this.#received++;
    const { messages, times } = this.#events.stream(nowUs);
    messages.received++;
    messages.receivedBytes += length;
    if (!this.#begunToCome && (length > 0 || !this.#plan.firstIsFilled)) {
      this.#begunToCome = true;
      times.firstMessageTime.record(nowUs - this.#owner.sendUs);
    }
    // All of one read have its time. The gap between two of them is that of the network's packets, not the target's.
    if (nth > 0 && nowUs === this.#lastUs) messages.coalesced++;
    else if (nth > 0) times.messageGap.record(nowUs - this.#lastUs);
    this.#lastUs = nowUs;
    const answer = nth - this.#unasked;
    if (this.#plan.timesRoundTrip && answer >= 0 && answer < this.#sent)
      times.messageRoundTrip.record(nowUs - (this.#plan.afterAnswer ? this.#askedUs : this.#dueUs(answer)));
    if (!mark) this.#checked.came(bytes, start, length);
  }

  get messageCount(): number {
    return this.#received;
  }

  messageFailure(nth: number): CheckFailure | null {
    return this.#checked.failure(nth);
  }

  sequenceFailure(nth: number): CheckFailure | null {
    return this.#checked.sequenceFailure(nth);
  }

  /** The head of the message that failed its check, for an error example; null if none did. */
  failedMessage(): Buffer | null {
    return this.#checked.failed();
  }
}
