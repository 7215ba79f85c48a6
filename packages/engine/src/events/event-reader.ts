/** The readers of streams over HTTP: each cuts the bytes of a body into messages, in whatever pieces they come. */
import type { ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';

export interface EventSink {
  /**
   * A whole message of so many bytes, from `start` on. The bytes are valid during the call only, and null where there was no room for
   * them. Answers false where nothing more is to be read.
   */
  messageCame(bytes: Buffer | null, start: number, length: number): boolean;
}

export interface EventReader {
  /** For another body. */
  reset(mostBytes: number): void;
  /** Takes in bytes, valid during the call only. Answers what is wrong with them; nothing more may be fed then. */
  feed(bytes: Buffer, start: number, end: number): ConnectionFailure | null;
  /** The body is over. */
  finish(): ConnectionFailure | null;
}
