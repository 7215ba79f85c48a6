/** Cuts the body of an answer into messages. Only a message that comes in several pieces is copied, and a large one only while there is room. */
import { gunzipSync } from 'node:zlib';
import { isMessage } from '@plimsoll/grpc/wire-format';
import { errorCode } from '@plimsoll/network/connection-error';
import { prefixBytes } from '@plimsoll/network/message-frame';
import type { ConnectionFailure } from '@plimsoll/wording/request-failure-sentence';
import { KeptBody } from '../connection/kept-body.ts';
import type { MemoryBudget } from '../protocol/memory-budget.ts';

export interface MessageSink {
  /**
   * A whole message, of so many bytes uncompressed from `start` on. The bytes are valid during the call only, and null where there was no
   * room for them. Answers what is wrong with it, or null.
   */
  messageCame(length: number, bytes: Buffer | null, start: number): ConnectionFailure | null;
}

export class MessageReader {
  readonly #sink: MessageSink;
  readonly #partial: KeptBody;
  readonly #prefix = Buffer.alloc(prefixBytes);
  #prefixLength = 0;
  #length = 0;
  /** Bytes of the message that are still to come. */
  #left = 0;
  /** There was no room for the message's bytes: it is counted unseen. */
  #unseen = false;
  #mostBytes = 0;
  /** The encoding of compressed messages. */
  encoding = 'identity';

  constructor(sink: MessageSink, budget: MemoryBudget) {
    this.#sink = sink;
    this.#partial = new KeptBody(budget);
  }

  /** True in the middle of a message. */
  get isInside(): boolean {
    return this.#prefixLength > 0;
  }

  /** For another body. */
  reset(mostBytes: number): void {
    this.#partial.clear();
    this.#prefixLength = 0;
    this.#mostBytes = mostBytes;
    this.encoding = 'identity';
  }

  /** Takes in bytes, valid during the call only. Answers what is wrong with a message; nothing more may be fed then. */
  feed(bytes: Buffer, start: number, end: number): ConnectionFailure | null {
    let at = start;
    while (at < end) {
      if (this.#prefixLength < prefixBytes) {
        at = this.#readPrefix(bytes, at, end);
        if (this.#prefixLength < prefixBytes) return null;
        if ((this.#prefix[0] as number) > 1) return { kind: 'grpcMessageUnreadable' };
        if (this.#length > this.#mostBytes) return { kind: 'grpcMessageTooLarge', limit: this.#mostBytes };
      }
      const piece = Math.min(this.#left, end - at);
      const whole = this.#left === this.#length && piece === this.#length;
      this.#left -= piece;
      if (!whole && !this.#unseen && piece > 0) this.#keep(bytes, at, at + piece);
      const failure = this.#left > 0 ? null : whole ? this.#judge(bytes, at, at + piece) : this.#judgePartial();
      if (failure) return failure;
      at += piece;
    }
    return null;
  }

  #readPrefix(bytes: Buffer, from: number, end: number): number {
    let at = from;
    while (at < end && this.#prefixLength < prefixBytes) this.#prefix[this.#prefixLength++] = bytes[at++] as number;
    if (this.#prefixLength === prefixBytes) {
      this.#length = this.#left = this.#prefix.readUInt32BE(1);
      this.#unseen = false;
    }
    return at;
  }

  #keep(bytes: Buffer, start: number, end: number): void {
    this.#unseen = !this.#partial.add(bytes, start, end);
    if (this.#unseen) this.#partial.clear();
  }

  #judgePartial(): ConnectionFailure | null {
    if (this.#unseen) return this.#tell(this.#length, null, 0);
    const bytes = this.#partial.view() ?? Buffer.alloc(0);
    const failure = this.#judge(bytes, 0, bytes.length);
    this.#partial.clear();
    return failure;
  }

  #judge(bytes: Buffer, start: number, end: number): ConnectionFailure | null {
    if (this.#prefix[0] === 0)
      return isMessage(bytes, start, end) ? this.#tell(end - start, bytes, start) : { kind: 'grpcMessageUnreadable' };
    if (this.encoding !== 'gzip') return { kind: 'grpcCompression', text: this.encoding };
    try {
      const plain = gunzipSync(bytes.subarray(start, end), { maxOutputLength: this.#mostBytes });
      return isMessage(plain, 0, plain.length) ? this.#tell(plain.length, plain, 0) : { kind: 'grpcMessageUnreadable' };
    } catch (error) {
      if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') return { kind: 'grpcMessageTooLarge', limit: this.#mostBytes };
      return { kind: 'grpcMessageUnreadable' };
    }
  }

  #tell(length: number, bytes: Buffer | null, start: number): ConnectionFailure | null {
    this.#prefixLength = 0;
    return this.#sink.messageCame(length, bytes, start);
  }
}
