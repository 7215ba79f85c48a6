/** Frames that cost work and bring no response forward: so many in a second are an attack (RFC 9113, 10.5). */
import { Http2Error } from './http2-error.ts';

const mostInASecond = 10_000;

export class FloodLimit {
  #count = 0;
  #second = 0;

  /** One more of them. Throws {@link Http2Error} if it is one too many. */
  count(nowUs: number): void {
    const second = Math.floor(nowUs / 1_000_000);
    if (second !== this.#second) this.#count = 0;
    this.#second = second;
    if (++this.#count > mostInASecond) throw new Http2Error('ENHANCE_YOUR_CALM');
  }
}
