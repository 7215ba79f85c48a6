/** Reads the one head that answers an upgrade; what follows it are frames, or a body. */
import { maxHeadBytes } from '../connection/client-limits.ts';
import { recogniseAnswer } from '../connection/foreign-protocol.ts';
import { GrowingBuffer } from '../connection/growing-buffer.ts';
import { ResponseError } from '../connection/request-errors.ts';
import { parseHead, type ResponseHead } from '../http1/response-head.ts';

const start = Buffer.from('HTTP/1.');
const headEnd = Buffer.from('\r\n\r\n');

export class HeadReader {
  readonly #read = new GrowingBuffer();
  #searched = 0;

  /** The head, with the bytes after it; null while it is not whole. Heads of 1xx other than 101 are passed over. Throws {@link ResponseError}. */
  feed(bytes: Buffer, length: number): { readonly head: ResponseHead; readonly rest: Buffer } | null {
    this.#read.add(bytes, 0, length);
    let read = this.#read.view() as Buffer;
    for (;;) {
      const seen = read.subarray(0, start.length);
      if (!start.subarray(0, seen.length).equals(seen))
        throw new ResponseError(recogniseAnswer(read, 0, read.length) ?? { kind: 'notHttp1' });
      const end = read.indexOf(headEnd, Math.max(0, this.#searched - headEnd.length + 1));
      if ((end < 0 ? read.length : end) > maxHeadBytes) throw new ResponseError({ kind: 'headTooLong', limit: maxHeadBytes });
      this.#searched = read.length;
      if (end < 0) return null;
      const head = parseHead(read.toString('latin1', 0, end + headEnd.length));
      const rest = read.subarray(end + headEnd.length);
      if (head.status === 101 || head.status >= 200) return { head, rest };
      const left = Buffer.from(rest);
      this.#read.clear();
      this.#searched = 0;
      if (left.length === 0) return null;
      this.#read.add(left, 0, left.length);
      read = this.#read.view() as Buffer;
    }
  }
}
