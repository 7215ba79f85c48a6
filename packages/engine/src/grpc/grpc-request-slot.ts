/** A request slot for gRPC calls: sends the messages of a stream when they are due, and reads and times what is answered. */
import { type GrpcStatus, grpcStatuses } from '@plimsoll/contracts/grpc-status';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { CheckFailure, ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
import { ConnectionRequestSlot, type ConnectionSlot, type ResponseFields } from '../connection/connection-slot.ts';
import { ResponseError } from '../connection/request-errors.ts';
import { errorCodes } from '../http2/frame.ts';
import type { CheckedCall } from '../scenario/checks.ts';
import { CheckedMessages } from './checked-messages.ts';
import type { CompiledGrpcCall } from './compiled-grpc-call.ts';
import type { GrpcMessage } from './grpc-message.ts';
import type { MessagePacer, PacedStream } from './message-pacer.ts';
import { MessageReader, type MessageSink } from './message-reader.ts';

const cancelled = grpcStatuses.indexOf('CANCELLED');
const unknown = grpcStatuses.indexOf('UNKNOWN');
const nothing = Buffer.alloc(0);

type Fields = Readonly<Record<string, string | string[] | undefined>>;

export class GrpcRequestSlot extends ConnectionRequestSlot implements PacedStream, MessageSink, CheckedCall {
  callNumber = 0;
  override readonly call = this;
  readonly #pacer: MessagePacer;
  readonly #reader: MessageReader;
  readonly #checked: CheckedMessages;
  #head: Fields = {};
  #begunUs = 0;
  #sent = 0;
  /** Nothing more is sent in this call. */
  #halfClosed = false;
  /** So much waits for the target's window that no more messages are made until it is sent: they are late. */
  #full = false;
  /** It is to be woken at the stream's end. */
  #endPlanned = false;
  #received = 0;
  /** The plan's own time ended the call. */
  #timeIsOver = false;
  #lastUs = 0;
  #nowUs = 0;

  constructor(connectionSlot: ConnectionSlot, pacer: MessagePacer) {
    super(connectionSlot);
    this.#pacer = pacer;
    this.#reader = new MessageReader(this, connectionSlot.options.bodies);
    this.#checked = new CheckedMessages(connectionSlot.options.bodies);
  }

  override reset(dueUs: number, warm: boolean): void {
    super.reset(dueUs, warm);
    this.#sent = 0;
    this.#received = 0;
    this.#timeIsOver = false;
    this.#reader.reset(this.#call.maxMessageBytes);
    this.#checked.reset(this.#call.messageChecks);
  }

  override release(): void {
    super.release();
    // What it was to be woken for is over.
    this.callNumber++;
    this.#head = {};
    this.#reader.reset(0);
    this.#checked.reset(null);
  }

  get #call(): CompiledGrpcCall {
    return this.request.grpc as CompiledGrpcCall;
  }

  override begun(nowUs: number): void {
    const { messages, messageBytes } = this.message as GrpcMessage;
    this.#begunUs = nowUs;
    this.#sent = messages;
    this.#halfClosed = !this.message.more;
    this.#full = this.#endPlanned = false;
    const counters = this.connectionSlot.options.events.messages(nowUs);
    counters.messages.sent += messages;
    counters.messages.sentBytes += messageBytes;
    this.#waitForNext();
  }

  /** When its nth message is due. */
  #dueUs(nth: number): number {
    return this.#begunUs + nth * this.#call.intervalUs;
  }

  #waitForNext(): void {
    const { sends, durationUs } = this.#call;
    if (sends && this.#halfClosed) return;
    const nextUs = sends && !this.#full ? this.#dueUs(this.#sent) : Number.POSITIVE_INFINITY;
    const endUs = this.#begunUs + durationUs;
    if (nextUs < endUs) this.#pacer.add(this, nextUs);
    else if (endUs < Number.POSITIVE_INFINITY && !this.#endPlanned) {
      this.#endPlanned = true;
      this.#pacer.add(this, endUs);
    }
  }

  due(dueUs: number, nowUs: number): void {
    if (this.handle === null || !this.connection) return;
    const call = this.#call;
    if (dueUs >= this.#begunUs + call.durationUs) this.#timeOver();
    else if (!this.#halfClosed && !this.#full) this.#sendNext(dueUs, nowUs);
  }

  override drained(): void {
    this.#full = false;
    this.#waitForNext();
  }

  #timeOver(): void {
    if (!this.#call.sends) {
      // A stream that was to be watched for this long.
      this.#timeIsOver = true;
      this.answeredGrpcStatus = cancelled;
      this.connection?.giveUp(this, 'response');
    } else if (!this.#halfClosed) {
      this.#halfClosed = true;
      this.connection?.sendMore?.(this, nothing, true);
    }
  }

  #sendNext(dueUs: number, nowUs: number): void {
    const call = this.#call;
    try {
      const { frame, bytes } = call.frame(this.#sent, this.context);
      this.#sent++;
      this.#halfClosed = this.#sent === call.messagesPerStream;
      this.#full = this.connection?.sendMore?.(this, frame, this.#halfClosed) === false;
      const { messages, times } = this.connectionSlot.options.events.messages(nowUs);
      messages.sent++;
      messages.sentBytes += bytes;
      times.messageLateness.record(nowUs - dueUs);
    } catch (error) {
      this.connectionSlot.options.events.internalError(error);
      return;
    }
    this.#waitForNext();
  }

  override receiveHead(status: number, headers: Fields): void {
    this.status = status;
    this.#head = headers;
    this.#reader.encoding = String(headers['grpc-encoding'] ?? 'identity');
  }

  override receiveBody(bytes: Buffer, start: number, end: number): void {
    // What is no gRPC is judged by its head, when it has ended.
    if (!this.#isGrpc()) {
      super.receiveBody(bytes, start, end);
      return;
    }
    this.bodyBytes += end - start;
    this.#nowUs = this.connection?.readUs ?? this.connectionSlot.options.clock.nowUs();
    const failure = this.#reader.feed(bytes, start, end);
    if (failure) this.connection?.giveUp(this, 'protocol', new ResponseError(failure));
  }

  get messageCount(): number {
    return this.#received;
  }

  get checkedStatus(): GrpcStatus | null {
    return this.#timeIsOver ? null : (grpcStatuses[this.answeredGrpcStatus] ?? null);
  }

  messageFailure(nth: number): CheckFailure | null {
    return this.#checked.failure(nth);
  }

  override body(): Buffer | null {
    return this.#checked.failed() ?? super.body();
  }

  messageCame(length: number, bytes: Buffer | null, start: number): ConnectionFailure | null {
    const nowUs = this.#nowUs;
    const call = this.#call;
    const nth = this.#received++;
    const { messages, times } = this.connectionSlot.options.events.messages(nowUs);
    messages.received++;
    messages.receivedBytes += length;
    if (nth === 0) times.firstMessageTime.record(nowUs - this.sendUs);
    else times.messageGap.record(nowUs - this.#lastUs);
    this.#lastUs = nowUs;
    if (call.timesRoundTrip && nth < this.#sent) times.messageRoundTrip.record(nowUs - this.#dueUs(nth));
    this.#checked.came(bytes, start, length);
    return call.answersOnce && nth > 0 ? { kind: 'grpcSeveralAnswers' } : null;
  }

  #isGrpc(): boolean {
    return this.status === 200 && String(this.#head['content-type'] ?? '').startsWith('application/grpc');
  }

  /** A server may notice the deadline first. Some, as grpc-go's, cancel the stream then and answer no status. */
  override streamReset(code: number, nowUs: number): OutcomeKind | null {
    return code === errorCodes.CANCEL && nowUs >= this.deadlineUs ? 'timeout' : null;
  }

  override receiveEnd(trailers: ResponseFields | null): OutcomeKind {
    if (this.status >= 400) return 'response';
    if (!this.#isGrpc()) return this.#broken({ kind: 'grpcNotGrpc', text: String(this.#head['content-type'] ?? '') });
    // An answer without messages may have its status in its head.
    const fields = trailers?.headers ?? this.#head;
    const written = String(fields['grpc-status'] ?? '');
    if (!/^\d{1,3}$/.test(written)) return this.#broken({ kind: 'grpcNoStatus' });
    const status = Number(written) < grpcStatuses.length ? Number(written) : unknown;
    if (status === 0) {
      if (this.#reader.isInside) return this.#broken({ kind: 'grpcMessageCut' });
      if (this.#call.answersOnce && this.#received === 0) return this.#broken({ kind: 'grpcNoAnswer' });
    } else
      this.error = new ResponseError({
        kind: 'grpcStatus',
        status: grpcStatuses[status] as string,
        text: decodeText(String(fields['grpc-message'] ?? '')),
      });
    this.answeredGrpcStatus = status;
    this.grpcStatus = this.#call.isGood(status) ? 0 : status;
    return 'response';
  }

  #broken(failure: ConnectionFailure): OutcomeKind {
    this.error = new ResponseError(failure);
    return 'protocol';
  }
}

/** `grpc-message` is percent-encoded UTF-8. */
function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
