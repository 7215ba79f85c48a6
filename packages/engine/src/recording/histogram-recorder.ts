/**
 * Times of one kind in one second: HdrHistogram buckets (1 µs, 3 digits), emptied by touching only what was used. Takes memory
 * only as far as the longest time it ever held: of most kinds there are few times, or none.
 */
import { bucketOf, bucketsFor } from '@plimsoll/statistics/bucket-layout';
import { encodeBuckets } from '@plimsoll/statistics/histogram-codec';

/** The bytes of a second without times of a kind: one array for all of them. */
export const emptyHistogram = encodeBuckets([], 60_000_000);

export class HistogramRecorder {
  readonly #highestUs: number;
  #counts = new Uint32Array();
  #lowest = Number.POSITIVE_INFINITY;
  #highest = -1;

  constructor(highestUs: number) {
    this.#highestUs = highestUs;
  }

  /** Values beyond the range count as its end: they are over every timeout anyway. */
  record(us: number): void {
    const bucket = bucketOf(Math.min(us, this.#highestUs));
    if (bucket >= this.#counts.length) this.#grow(us);
    (this.#counts[bucket] as number)++;
    if (bucket < this.#lowest) this.#lowest = bucket;
    if (bucket > this.#highest) this.#highest = bucket;
  }

  /** HdrHistogram V2 compressed bytes of what was recorded, which is then forgotten. */
  takeEncoded(): Uint8Array<ArrayBuffer> {
    if (this.#highest < 0) return emptyHistogram;
    const bytes = encodeBuckets(this.#counts.subarray(0, this.#highest + 1), this.#highestUs);
    this.#counts.fill(0, this.#lowest, this.#highest + 1);
    this.#lowest = Number.POSITIVE_INFINITY;
    this.#highest = -1;
    return bytes;
  }

  #grow(us: number): void {
    const longer = new Uint32Array(bucketsFor(Math.min(us, this.#highestUs)));
    longer.set(this.#counts);
    this.#counts = longer;
  }
}
