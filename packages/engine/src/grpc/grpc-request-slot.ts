/** A request slot for gRPC calls: a stream of HTTP/2 whose body is messages, and a status of its own at its end. */
import { type GrpcStatus, grpcStatuses } from '@plimsoll/contracts/grpc-status';
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { CheckFailure, ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
import { ConnectionRequestSlot, type ConnectionSlot } from '../connection/connection-slot.ts';
import { KeptBody } from '../connection/kept-body.ts';
import { ResponseError } from '../connection/request-errors.ts';
import { errorCodes } from '../http2/frames/frame.ts';
import type { Http2Connection } from '../http2/http2-connection.ts';
import type { Http2RequestSlot, ResponseFields } from '../http2/http2-request-slot.ts';
import type { StreamEnding } from '../protocol/stream-figures.ts';
import type { MessagePacer } from '../stream/message-pacer.ts';
import { Stream, type StreamOwner } from '../stream/stream.ts';
import type { CheckedCall } from './call-status.ts';
import type { GrpcMessage } from './grpc-message.ts';
import type { GrpcRequest } from './grpc-request.ts';
import { MessageReader, type MessageSink } from './message-reader.ts';

const cancelled = grpcStatuses.indexOf('CANCELLED');
const unknown = grpcStatuses.indexOf('UNKNOWN');
const nothing = Buffer.alloc(0);
const noFields: ResponseFields['headers'] = {};

export class GrpcRequestSlot extends ConnectionRequestSlot implements Http2RequestSlot, StreamOwner, MessageSink, CheckedCall {
  declare request: GrpcRequest;
  declare message: GrpcMessage;
  declare connection: Http2Connection | null;
  readonly stream: Stream;
  override readonly ending: StreamEnding = { end: null, closeCode: null, tokens: null };
  readonly #reader: MessageReader;
  /** The body of an answer that is no gRPC. */
  readonly #body: KeptBody;
  #head = noFields;
  /** The plan's own time ended the call. */
  #timeIsOver = false;
  #nowUs = 0;

  constructor(connectionSlot: ConnectionSlot, pacer: MessagePacer) {
    super(connectionSlot);
    const { bodies, events } = connectionSlot.options;
    this.stream = new Stream({ owner: this, pacer, bodies, events });
    this.#reader = new MessageReader(this, bodies);
    this.#body = new KeptBody(bodies);
  }

  override reset(dueUs: number, warm: boolean): void {
    super.reset(dueUs, warm);
    this.#timeIsOver = false;
    this.ending.end = null;
    this.#reader.reset(this.request.maxMessageBytes);
    this.stream.reset(this.request);
  }

  release(): void {
    this.stream.release();
    this.#head = noFields;
    this.#reader.reset(0);
    this.#body.clear();
  }

  judge(): CheckFailure | null {
    return this.request.judge(this);
  }

  body(): Buffer | null {
    return this.stream.failedMessage() ?? this.#body.view();
  }

  get checkedStatus(): GrpcStatus | null {
    return this.#timeIsOver ? null : (grpcStatuses[this.ownStatus] ?? null);
  }

  get isOpen(): boolean {
    return this.handle !== null && this.connection !== null;
  }

  begun(nowUs: number): void {
    const { messages, messageBytes, more } = this.message;
    this.stream.begun(nowUs, messages, messageBytes, more);
  }

  sendMessage(nth: number, last: boolean): number {
    const { frame, bytes } = this.request.frame(nth, this.context);
    if (this.connection?.sendMore(this, frame, last) === false) this.stream.hold();
    return bytes;
  }

  drained(): void {
    this.stream.goOn();
  }

  stopSending(): void {
    this.connection?.sendMore(this, nothing, true);
  }

  stopWatching(): void {
    this.#timeIsOver = true;
    this.ending.end = 'rule';
    this.ownStatus = cancelled;
    this.connection?.giveUp(this, 'response');
  }

  receiveHead(status: number, headers: ResponseFields['headers']): void {
    this.status = status;
    this.#head = headers;
    this.#reader.encoding = headers['grpc-encoding'] ?? 'identity';
    if (this.#isGrpc()) this.ending.end = 'complete';
  }

  receiveBody(bytes: Buffer, start: number, end: number): void {
    this.bodyBytes += end - start;
    // An answer that is no gRPC is judged by its head, when it has ended.
    if (!this.#isGrpc()) {
      if (this.request.keepBody(this.status)) this.#body.addHead(bytes, start, end);
      return;
    }
    this.#nowUs = this.connection?.readUs ?? this.connectionSlot.options.clock.nowUs();
    const failure = this.#reader.feed(bytes, start, end);
    if (failure) this.connection?.giveUp(this, 'protocol', new ResponseError(failure));
  }

  messageCame(length: number, bytes: Buffer | null, start: number): ConnectionFailure | null {
    this.stream.came(this.#nowUs, length, bytes, start);
    return this.request.answersOnce && this.stream.messageCount > 1 ? { kind: 'grpcSeveralAnswers' } : null;
  }

  #isGrpc(): boolean {
    return this.status === 200 && (this.#head['content-type'] ?? '').startsWith('application/grpc');
  }

  /** A server may notice the deadline first. Some, as grpc-go's, cancel the stream then and answer no status. */
  streamReset(code: number, nowUs: number): OutcomeKind | null {
    return code === errorCodes.CANCEL && nowUs >= this.deadlineUs ? 'timeout' : null;
  }

  receiveEnd(trailers: ResponseFields | null): OutcomeKind {
    if (this.status >= 400) return 'response';
    if (!this.#isGrpc()) return this.#broken({ kind: 'grpcNotGrpc', text: this.#head['content-type'] ?? '' });
    // An answer without messages may have its status in its head.
    const fields = trailers?.headers ?? this.#head;
    const written = fields['grpc-status'] ?? '';
    if (!/^\d{1,3}$/.test(written)) return this.#broken({ kind: 'grpcNoStatus' });
    const status = Number(written) < grpcStatuses.length ? Number(written) : unknown;
    if (status === 0) {
      if (this.#reader.isInside) return this.#broken({ kind: 'grpcMessageCut' });
      if (this.request.answersOnce && this.stream.messageCount === 0) return this.#broken({ kind: 'grpcNoAnswer' });
    } else
      this.error = new ResponseError({
        kind: 'grpcStatus',
        status: grpcStatuses[status] as string,
        text: decodeText(fields['grpc-message'] ?? ''),
      });
    this.ownStatus = status;
    this.failedByOwnStatus = !this.request.isGood(status);
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
