/** A header block that comes in several frames (RFC 9113, 4.3 and 6.10), put together within limits. */
import { GrowingBuffer } from '../../connection/growing-buffer.ts';
import { Http2Error } from './http2-error.ts';

/** The same bound as of a head in HTTP/1.1. */
const maxBlockBytes = 65_536;
const maxFrames = 64;

export class HeaderBlock {
  /** The stream whose block is not whole yet; 0 if there is none. */
  streamId = 0;
  endStream = false;
  readonly #bytes = new GrowingBuffer();
  #frames = 0;

  begin(streamId: number, endStream: boolean): void {
    this.streamId = streamId;
    this.endStream = endStream;
    this.#frames = 0;
  }

  add(bytes: Buffer, start: number, end: number): void {
    if (++this.#frames > maxFrames || this.#bytes.length + end - start > maxBlockBytes) throw new Http2Error('ENHANCE_YOUR_CALM');
    this.#bytes.add(bytes, start, end);
  }

  /** The whole block, which is no longer kept here. */
  take(): Buffer {
    const bytes = this.#bytes.view() ?? Buffer.alloc(0);
    this.#bytes.clear();
    this.streamId = 0;
    return bytes;
  }
}
