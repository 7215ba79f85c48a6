/**
 * Frames that cost work and bring no response forward: so many in a second are an attack (RFC 9113, 10.5). Those that our own frames may
 * have caused are none: a server on grpc-go answers DATA with a ping to learn the round trip, once in each.
 */
import { Http2Error } from './http2-error.ts';

const mostInASecond = 10_000;

export class FloodLimit {
  #count = 0;
  #second = 0;
  #sentBefore = 0;

  /** One more of them. `sent`: frames of requests that we have sent so far. Throws {@link Http2Error} if it is one too many. */
  count(nowUs: number, sent: number): void {
    const second = Math.floor(nowUs / 1_000_000);
    if (second !== this.#second) {
      this.#count = 0;
      this.#sentBefore = sent;
    }
    this.#second = second;
    if (++this.#count > mostInASecond + sent - this.#sentBefore) throw new Http2Error('ENHANCE_YOUR_CALM');
  }
}
