/** Times of one kind in one second: HdrHistogram buckets (1 µs, 3 digits), emptied by touching only what was used. */
import { bucketOf, bucketsFor } from '@plimsoll/statistics/bucket-layout';
import { encodeBuckets } from '@plimsoll/statistics/histogram-codec';

export class TimesBook {
  readonly #counts: Uint32Array;
  readonly #highestUs: number;
  #lowest = Number.POSITIVE_INFINITY;
  #highest = -1;

  constructor(highestUs: number) {
    this.#highestUs = highestUs;
    this.#counts = new Uint32Array(bucketsFor(highestUs));
  }

  /** Values beyond the range count as its end: they are over every timeout anyway. */
  record(us: number): void {
    const bucket = bucketOf(Math.min(us, this.#highestUs));
    (this.#counts[bucket] as number)++;
    if (bucket < this.#lowest) this.#lowest = bucket;
    if (bucket > this.#highest) this.#highest = bucket;
  }

  /** HdrHistogram V2 compressed bytes of what was recorded, which is then forgotten. */
  takeBytes(): Uint8Array<ArrayBuffer> {
    const bytes = encodeBuckets(this.#counts.subarray(0, this.#highest + 1), this.#highestUs) as Uint8Array<ArrayBuffer>;
    if (this.#highest >= 0) this.#counts.fill(0, this.#lowest, this.#highest + 1);
    this.#lowest = Number.POSITIVE_INFINITY;
    this.#highest = -1;
    return bytes;
  }
}
