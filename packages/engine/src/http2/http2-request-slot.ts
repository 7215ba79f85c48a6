/** The methods of a request slot that a connection of HTTP/2 calls, whatever is sent on its streams. */
import type { OutcomeKind } from '@plimsoll/contracts/outcome';
import type { ConnectionRequestSlot } from '../connection/connection-slot.ts';
import type { Message } from '../scenario/compiled-request.ts';

export interface Http2Message extends Message {
  readonly method: string;
  /** Names and values, alternating, HTTP/2's own first. */
  readonly http2: string[];
  readonly body: Buffer | null;
  /** More of the body follows while the request is under way. */
  readonly more: boolean;
  /** The fields of its head are the very array that other messages have, too. */
  readonly repeats: boolean;
}

/** Fields of a head or of trailers. */
export interface ResponseFields {
  readonly headers: Readonly<Record<string, string>>;
}

export interface Http2RequestSlot extends ConnectionRequestSlot {
  readonly message: Http2Message;
  /** The head of the request was written. */
  begun(nowUs: number): void;
  /** There is room again for more of the request's body. */
  drained(): void;
  receiveHead(status: number, headers: ResponseFields['headers']): void;
  /** The bytes are valid during the call only. */
  receiveBody(bytes: Buffer, start: number, end: number): void;
  /** The response is whole. Answers what became of the request. */
  receiveEnd(trailers: ResponseFields | null): OutcomeKind;
  /** The target reset the request's stream, with this code of HTTP/2. Answers what became of the request, if that says more than the reset. */
  streamReset(code: number, nowUs: number): OutcomeKind | null;
}
