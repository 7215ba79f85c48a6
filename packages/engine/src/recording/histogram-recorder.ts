/**
 * Records times of one kind in one second, in µs, into HdrHistogram buckets (1 µs, 3 digits). Emptying it touches the used buckets only.
 * Its memory grows with the longest time it ever held: most kinds have few times, or none.
 */
import { type HistogramName, times } from '@plimsoll/contracts/times';
import { bucketsFor, findBucket } from '@plimsoll/statistics/bucket-layout';
import { encodeBuckets } from '@plimsoll/statistics/histogram-codec';

/** The encoded histogram without any times: one array for all seconds that have none. */
const emptyHistogram = encodeBuckets([], 60_000_000);
/** Most seconds have no stream and open no connection: nothing is kept of them. Of requests, no bytes say that a time was not recorded. */
const nothing = new Uint8Array();

export class HistogramRecorder {
  readonly #highestUs: number;
  readonly #empty: Uint8Array<ArrayBuffer>;
  #counts = new Uint32Array();
  #lowest = Number.POSITIVE_INFINITY;
  #highest = -1;

  constructor(highestUs: number, empty: Uint8Array<ArrayBuffer> = emptyHistogram) {
    this.#highestUs = highestUs;
    this.#empty = empty;
  }

  /** Longer times than `highestUs` count as `highestUs`: they are over every timeout anyway. */
  record(us: number): void {
    const bucket = findBucket(Math.min(us, this.#highestUs));
    if (bucket >= this.#counts.length) this.#grow(us);
    (this.#counts[bucket] as number)++;
    if (bucket < this.#lowest) this.#lowest = bucket;
    if (bucket > this.#highest) this.#highest = bucket;
  }

  get isEmpty(): boolean {
    return this.#highest < 0;
  }

  /** HdrHistogram V2 compressed bytes of the recorded times. Empty afterwards. */
  takeEncoded(): Uint8Array<ArrayBuffer> {
    if (this.isEmpty) return this.#empty;
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

/** A recorder for each name: made once, so that recording is no look-up in a table. */
export function createHistogramRecorders<Name extends HistogramName>(
  names: readonly Name[],
  highestUs: number,
): Record<Name, HistogramRecorder> {
  const create = (name: Name) => new HistogramRecorder(highestUs, times[name].of === 'request' ? emptyHistogram : nothing);
  return Object.fromEntries(names.map((name) => [name, create(name)])) as Record<Name, HistogramRecorder>;
}
