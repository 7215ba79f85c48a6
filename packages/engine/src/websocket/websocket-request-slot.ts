/** A request slot for WebSockets: the life of one connection, from its upgrade to its close. */
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { CheckFailure, ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
import { ConnectionRequestSlot, type ConnectionSlot, type OpenConnection } from '../connection/connection-slot.ts';
import { KeptBody } from '../connection/kept-body.ts';
import type { StreamEnding } from '../protocol/stream-figures.ts';
import type { StreamedAnswer } from '../stream/message-checks.ts';
import type { MessagePacer, PacedStream } from '../stream/message-pacer.ts';
import { Stream, type StreamOwner } from '../stream/stream.ts';
import { graphqlPong, isGraphqlPing } from './graphql-ping.ts';
import type { WallClock } from './wall-clock.ts';
import type { SentMessage, UpgradeMessage, WebSocketRequest } from './websocket-request.ts';

/** Pings whose pongs are awaited; a target that answers none keeps no more of them. */
const mostPings = 16;

/** The connection of a request that is a WebSocket. */
interface MessageConnection extends OpenConnection {
  /** Messages can be sent: the target agreed, and nobody has closed it. */
  readonly isOpen: boolean;
  /** Answers false if no more should be sent until {@link WebSocketRequestSlot.drained}. */
  sendMessage(bytes: Buffer, binary: boolean): boolean;
  ping(data: Buffer): void;
  /** Says that we are through, and waits for the target to say so, too. */
  close(): void;
}

/** Wakes for something else than a message. */
class Waking implements PacedStream {
  exchange = 0;
  readonly due: PacedStream['due'];

  constructor(due: PacedStream['due']) {
    this.due = due;
  }
}

export class WebSocketRequestSlot extends ConnectionRequestSlot implements StreamOwner, StreamedAnswer {
  declare request: WebSocketRequest;
  declare message: UpgradeMessage;
  declare connection: MessageConnection | null;
  readonly stream: Stream;
  override readonly ending: StreamEnding = { end: null, closeCode: null, tokens: null };
  readonly #pacer: MessagePacer;
  readonly #wall: WallClock;
  readonly #body: KeptBody;
  readonly #timeOver = new Waking(() => this.#closeByRule());
  readonly #nextPing = new Waking((dueUs, nowUs) => this.#ping(dueUs, nowUs));
  readonly #pings = new Map<number, number>();
  #pinged = 0;
  /** The answer to the first message is awaited. */
  #held = false;
  #subprotocol: string | null = null;

  constructor(connectionSlot: ConnectionSlot, pacer: MessagePacer, wall: WallClock) {
    super(connectionSlot);
    const { bodies, events } = connectionSlot.options;
    this.#pacer = pacer;
    this.#wall = wall;
    this.#body = new KeptBody(bodies);
    this.stream = new Stream({ owner: this, pacer, bodies, events });
  }

  override reset(dueUs: number, warm: boolean): void {
    super.reset(dueUs, warm);
    this.ending.end = this.ending.closeCode = null;
    this.#held = false;
    this.stream.reset(this.request);
  }

  release(): void {
    this.stream.release();
    this.#timeOver.exchange++;
    this.#nextPing.exchange++;
    this.#pings.clear();
    this.#body.clear();
  }

  judge(): CheckFailure | null {
    return this.request.judge(this);
  }

  body(): Buffer | null {
    return this.stream.failedMessage() ?? this.#body.view();
  }

  /** The beginning of an answer that is no upgrade. */
  keepBody(bytes: Buffer): void {
    this.bodyBytes += bytes.length;
    if (this.request.keepBody(this.status)) this.#body.addHead(bytes, 0, bytes.length);
  }

  get isOpen(): boolean {
    return this.handle !== null && this.connection?.isOpen === true;
  }

  /** The target has agreed. */
  opened(nowUs: number, subprotocol: string | null): void {
    const { request } = this;
    this.#subprotocol = subprotocol;
    this.ending.end = 'complete';
    const { pingUs, closeAfterUs } = request;
    if (pingUs < Number.POSITIVE_INFINITY) this.#pacer.add(this.#nextPing, nowUs + pingUs);
    if (closeAfterUs < Number.POSITIVE_INFINITY) this.#pacer.add(this.#timeOver, nowUs + closeAfterUs);
    const first = request.first(this.context);
    if (first) this.#sendFirst(first, nowUs);
    this.#held = request.firstAnswered;
    if (!this.#held) this.#begin(nowUs);
  }

  #sendFirst({ bytes, binary }: SentMessage, nowUs: number): void {
    const { messages } = this.connectionSlot.options.events.stream(nowUs);
    messages.sent++;
    messages.sentBytes += bytes.length;
    this.connection?.sendMessage(bytes, binary);
  }

  #begin(nowUs: number): void {
    this.stream.begun(nowUs, 0, 0, this.request.sends);
    this.#closeIfDone();
  }

  messageCame(message: Buffer, nowUs: number): void {
    const { request, stream } = this;
    this.bodyBytes += message.length;
    if (isGraphqlPing(message, this.#subprotocol)) {
      if (this.isOpen) this.connection?.sendMessage(graphqlPong.bytes, graphqlPong.binary);
      return;
    }
    stream.came(nowUs, message.length, message, 0);
    const publishedUs = request.publishedAt?.(message) ?? null;
    if (publishedUs !== null)
      this.connectionSlot.options.events
        .stream(nowUs)
        .times.publishTime.record(Math.max(0, Math.round(this.#wall.at(nowUs) - publishedUs)));
    if (!this.isOpen) return;
    if (this.#held) {
      this.#held = false;
      this.#begin(this.connectionSlot.options.clock.nowUs());
      return;
    }
    if (request.afterAnswer) stream.sendNow(this.connectionSlot.options.clock.nowUs());
    this.#closeIfDone();
  }

  /** Everything was sent, and as much as the plan waits for has come. */
  get #isDone(): boolean {
    const { request, stream } = this;
    return !this.#held && (stream.sentAll || !request.sends) && stream.answerCount >= request.awaited;
  }

  #closeIfDone(): void {
    if (this.isOpen && this.#isDone) this.#closeByRule();
  }

  #closeByRule(): void {
    if (!this.isOpen) return;
    this.ending.end = 'rule';
    this.connection?.close();
  }

  /** The target closed it of its own accord. Answers why that is too early; null if the plan waited for nothing more. */
  closedByTarget(code: number, text: string): ConnectionFailure | null {
    const { request, stream } = this;
    const waits = this.#held || (request.messagesPerStream < Number.POSITIVE_INFINITY && request.sends && !stream.sentAll);
    const awaits = request.awaited < Number.POSITIVE_INFINITY && stream.answerCount < request.awaited;
    return code === 1000 && !waits && !awaits ? null : { kind: 'webSocketClosed', code, text };
  }

  sendMessage(nth: number, last: boolean): number {
    const { bytes, binary } = this.request.nth(nth, this.context);
    if (this.connection?.sendMessage(bytes, binary) === false) this.stream.hold();
    if (last) this.#closeIfDone();
    return bytes.length;
  }

  drained(): void {
    this.stream.goOn();
  }

  /** The stream itself has no end by time: a time closes the whole connection. */
  stopSending(): void {
    this.#closeByRule();
  }

  stopWatching(): void {
    this.#closeByRule();
  }

  #ping(dueUs: number, nowUs: number): void {
    if (!this.isOpen) return;
    const number = this.#pinged++ >>> 0;
    const data = Buffer.allocUnsafe(4);
    data.writeUInt32BE(number);
    if (this.#pings.size >= mostPings) this.#pings.delete(this.#pings.keys().next().value as number);
    this.#pings.set(number, nowUs);
    this.connection?.ping(data);
    this.#pacer.add(this.#nextPing, dueUs + this.request.pingUs);
  }

  /** A pong that nobody asked for is none of ours (RFC 6455, 5.5.3). */
  ponged(data: Buffer, nowUs: number): void {
    const number = data.length === 4 ? data.readUInt32BE() : -1;
    const sentUs = this.#pings.get(number);
    if (sentUs === undefined) return;
    this.#pings.delete(number);
    this.connectionSlot.options.events.stream(nowUs).times.pingRoundTrip.record(Math.max(0, nowUs - sentUs));
  }

  end(outcome: OutcomeKind, error: Error | null, nowUs: number): void {
    this.handle = null;
    this.error = error;
    this.connectionSlot.options.events.ended(this, nowUs, outcome);
  }
}
