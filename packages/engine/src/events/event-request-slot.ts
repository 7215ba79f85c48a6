/**
 * A request slot for answers that are streams of messages over HTTP: cuts them into messages while they come, and knows how each stream ends.
 * The other requests of a plan go through it as through any slot of HTTP.
 */

import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { StreamForm } from '@plimsoll/contracts/stream';
import type { CheckFailure, ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
import { lingerMs } from '../connection/client-limits.ts';
import type { ConnectionSlot, OpenConnection } from '../connection/connection-slot.ts';
import { flushAtEndOfTurn } from '../connection/end-of-turn.ts';
import { ResponseError } from '../connection/request-errors.ts';
import { contentEncoding } from '../http/content-encoding.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { HttpRequestSlot, type ResponseHeaders } from '../http/http-request-slot.ts';
import type { DeadlineList, Expiring } from '../pace/deadline-list.ts';
import type { StreamEnding } from '../protocol/stream-figures.ts';
import type { MessagePacer } from '../stream/message-pacer.ts';
import { Stream, type StreamOwner } from '../stream/stream.ts';
import { ChunkReader } from './chunk-reader.ts';
import type { EventReader, EventSink } from './event-reader.ts';
import { type CheckedEvents, EventRequest } from './event-request.ts';
import { LineReader } from './line-reader.ts';
import { SseReader } from './sse-reader.ts';
import { TokenCounter } from './token-counter.ts';
import { type Unpacked, Unpacker } from './unpacker.ts';

/** A stream that has said its last message, and waits for the end of its answer. */
export class DoneStream implements Expiring<DoneStream> {
  earlier: DoneStream | null = null;
  later: DoneStream | null = null;
  deadlineUs = 0;
  readonly slot: EventRequestSlot;

  constructor(slot: EventRequestSlot) {
    this.slot = slot;
  }
}

/** A connection of HTTP that knows when it read the bytes at hand. */
interface TimedConnection extends OpenConnection {
  readonly readUs: number;
}

/** The parts that the slots of a transport share. */
export interface SharedByStreams {
  readonly pacer: MessagePacer;
  readonly done: DeadlineList<DoneStream>;
}

export class EventRequestSlot extends HttpRequestSlot implements StreamOwner, EventSink, CheckedEvents, Unpacked {
  declare request: HttpRequest;
  declare connection: TimedConnection | null;
  readonly stream: Stream;
  override ending: StreamEnding | null = null;
  readonly #shared: SharedByStreams;
  readonly #done = new DoneStream(this);
  readonly #tokens = new TokenCounter();
  readonly #plain: StreamEnding = { end: null, closeCode: null, tokens: null };
  readonly #ofModel: StreamEnding = { end: null, closeCode: null, tokens: this.#tokens };
  readonly #readers: Partial<Record<StreamForm, EventReader>> = {};
  /** The request in flight, if it asks for a stream. */
  #planned: EventRequest | null = null;
  /** Reads the answer; null before it is known to be a stream. */
  #reader: EventReader | null = null;
  /** Unpacks what the reader reads; null where the answer comes as it is. */
  #unpacker: Unpacker | null = null;
  /** Its head says that it is no stream that can be read. */
  #unreadable: ConnectionFailure | null = null;
  /** The content type of an answer that is said to be no event stream; null where it is one. */
  #otherType: string | null = null;
  /** The plan's rule ends it. */
  #ruled = false;
  /** Bytes wait for the end of this turn of the event loop. */
  #waits = false;
  #nowUs = 0;
  /** The request that the last id belongs to. */
  #idOf: EventRequest | null = null;

  constructor(connectionSlot: ConnectionSlot, shared: SharedByStreams) {
    super(connectionSlot);
    const { bodies, events } = connectionSlot.options;
    this.#shared = shared;
    this.stream = new Stream({ owner: this, pacer: shared.pacer, bodies, events });
  }

  override reset(dueUs: number, warm: boolean): void {
    super.reset(dueUs, warm);
    const planned = this.request instanceof EventRequest ? this.request : null;
    this.#planned = planned;
    this.#ruled = this.#waits = false;
    this.ending = planned && (planned.settings.tokens ? this.#ofModel : this.#plain);
    if (!planned) return;
    if (this.ending) this.ending.end = null;
    if (planned.settings.tokens) this.#tokens.reset(planned.settings.tokens);
    this.stream.reset(planned);
    if (planned.settings.reconnect) this.#continueAfterLastId(planned);
  }

  override release(): void {
    super.release();
    this.stream.release();
    this.#shared.done.remove(this.#done);
    this.#reader?.reset(0);
    this.#unpacker?.close();
    this.#unpacker = null;
    this.#reader = this.#unreadable = this.#otherType = null;
  }

  get toldError(): string | null {
    return this.#planned?.settings.tokens ? this.#tokens.error : null;
  }

  override judge(): CheckFailure | null {
    return this.#planned ? this.#planned.judgeStream(this) : super.judge();
  }

  override body(): Buffer | null {
    return this.stream.failedMessage() ?? super.body();
  }

  get isOpen(): boolean {
    return this.active && this.connection !== null;
  }

  override begun(nowUs: number): void {
    if (this.#planned) this.stream.begun(nowUs, 0, 0, false);
  }

  /** A stream of HTTP sends nothing after its request. */
  sendMessage(): number {
    return 0;
  }

  stopSending(): void {}

  /** The plan's time for it is over. One that has not begun is waited for, up to the timeout. */
  stopWatching(): void {
    this.#ruled = true;
    if (this.#reader) this.#endByRule();
  }

  override receiveHead(status: number, headers: ResponseHeaders): void {
    super.receiveHead(status, headers);
    const planned = this.#planned;
    // Any other answer is judged by its status, as ever.
    if (!planned || status < 200 || status > 299) return;
    const { as } = planned.settings;
    const reader = this.#readerFor(as);
    reader.reset(planned.mostBytes);
    this.#reader = reader;
    if (this.ending) this.ending.end = 'complete';
    const encoding = contentEncoding(headers['content-encoding']);
    if (encoding !== null) {
      this.#unpacker = Unpacker.open(encoding, this, planned.mostBytes);
      if (!this.#unpacker) this.#unreadable = { kind: 'streamPacked', text: encoding };
    }
    const type = String(headers['content-type'] ?? '');
    this.#otherType = as === 'sse' && !/^text\/event-stream\s*(?:;|$)/i.test(type) ? type : null;
  }

  override receiveBody(bytes: Buffer, start: number, end: number): void {
    const reader = this.#reader;
    if (!reader) {
      super.receiveBody(bytes, start, end);
      return;
    }
    // One that says it is something else may be none: its beginning shows what it is.
    if (this.#otherType === null) this.bodyBytes += end - start;
    else super.receiveBody(bytes, start, end);
    if (!this.#waits) this.#nowUs = this.connection?.readUs ?? this.connectionSlot.options.clock.nowUs();
    const failure = this.#unreadable ?? (this.#unpacker ?? reader).feed(bytes, start, end);
    if (failure) this.connection?.giveUp(this, 'protocol', new ResponseError(failure));
    else if (this.#ruled) this.#endByRule();
    else if (reader instanceof ChunkReader && !this.#waits) {
      this.#waits = true;
      flushAtEndOfTurn(this);
    }
  }

  /** A part of the answer that was unpacked. */
  feed(bytes: Buffer, start: number, end: number): ConnectionFailure | null {
    return this.#reader?.feed(bytes, start, end) ?? null;
  }

  get over(): boolean {
    return this.#ruled;
  }

  /** The turn of the event loop ends: what came in it is a message. */
  flush(): void {
    if (!this.#waits) return;
    this.#waits = false;
    this.#reader?.finish();
    if (this.#ruled) this.#endByRule();
  }

  messageCame(bytes: Buffer | null, start: number, length: number): boolean {
    const planned = this.#planned as EventRequest;
    const isDone = bytes !== null && planned.isDone(bytes, start, length);
    this.stream.came(this.#nowUs, length, bytes, start, isDone);
    if (isDone) this.#lastCame();
    else if (bytes !== null) this.#look(planned, bytes, start, length);
    if (this.stream.messageCount >= planned.mostMessages) this.#ruled = true;
    return !this.#ruled;
  }

  #look(planned: EventRequest, bytes: Buffer, start: number, length: number): void {
    if (planned.settings.tokens) {
      const { times } = this.connectionSlot.options.events.stream(this.#nowUs);
      this.#tokens.came(bytes.subarray(start, start + length), this.#nowUs, this.sendUs, times);
      if (this.#tokens.ended && planned.settings.doneByEvent) this.#lastCame();
    }
    if (planned.isEnd(bytes, start, length)) this.#ruled = true;
  }

  /** The message that ends the stream came. The end of the answer is near, and its connection can be used again then. */
  #lastCame(): void {
    const ending = this.ending as StreamEnding;
    if (ending.end === 'done') return;
    ending.end = 'done';
    this.#shared.done.add(this.#done, this.#nowUs + lingerMs * 1000);
  }

  /** The end of the answer did not come in time. */
  leftOpen(): void {
    this.#endByRule();
  }

  override receiveEnd(): OutcomeKind {
    const reader = this.#reader;
    const planned = this.#planned;
    if (!reader || !planned) return super.receiveEnd();
    this.#waits = false;
    const failure = this.#unreadable ?? this.#unpacker?.finish() ?? reader.finish() ?? this.#noStream();
    if (failure) return this.#failed('protocol', failure);
    this.#finishTokens();
    if (planned.asksForDone && this.ending?.end !== 'done' && !this.#ruled && this.toldError === null)
      return this.#failed('closed_early', { kind: 'streamNotDone', text: planned.settings.doneAt ?? 'message_stop' });
    return 'response';
  }

  #noStream(): ConnectionFailure | null {
    return this.#otherType !== null && this.stream.messageCount === 0 ? { kind: 'notEventStream', text: this.#otherType } : null;
  }

  #failed(outcome: OutcomeKind, failure: ConnectionFailure): OutcomeKind {
    this.error = new ResponseError(failure);
    return outcome;
  }

  /** Nothing of the request may be touched after this: the slot may have begun another. */
  #endByRule(): void {
    if (this.ending?.end === 'complete') this.ending.end = 'rule';
    this.#finishTokens();
    this.connection?.giveUp(this, 'response');
  }

  #finishTokens(): void {
    const { events } = this.connectionSlot.options;
    if (this.#planned?.settings.tokens) this.#tokens.finish(events.stream(this.#nowUs).times);
  }

  #readerFor(form: StreamForm): EventReader {
    const { bodies } = this.connectionSlot.options;
    const kinds = { sse: SseReader, ndjson: LineReader, chunks: ChunkReader } as const;
    this.#readers[form] ??= new kinds[form](this, bodies);
    return this.#readers[form];
  }

  /** Goes on behind the last message that came, as a browser does that connects again. */
  #continueAfterLastId(planned: EventRequest): void {
    const sse = this.#readerFor('sse') as SseReader;
    // An id is of the stream that it came in.
    if (this.#idOf !== planned) sse.lastId = '';
    this.#idOf = planned;
    if (sse.lastId !== '') this.message = this.message.withHeader('Last-Event-ID', sse.lastId);
  }
}
