/**
 * The time for which a load may go on sending without word from its controllers. Every load thread looks here before each request, so
 * that a process that was frozen, or whose main thread is held up, sends nothing after the end of the lease, not even what became due
 * meanwhile: a timer or a message that says stop would come a turn of the event loop too late.
 */
import type { RunClock } from '../pace/clock.ts';

/** Held by the thread that hears from those in charge. */
export class SendLease {
  /** One number: the end of the lease in ms of `process.hrtime`. */
  readonly shared = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  readonly #endMs = new Float64Array(this.shared);

  /** Ends at this instant of `process.hrtime`, unless it is renewed before. */
  constructor(endNs: bigint) {
    this.#endMs[0] = Number(endNs) / 1e6;
  }

  /** A new end; an earlier one than before changes nothing. A lease that is over stays so. */
  renew(endNs: bigint): void {
    const before = this.#endMs[0] ?? 0;
    if (Number(process.hrtime.bigint()) / 1e6 <= before) this.#endMs[0] = Math.max(before, Number(endNs) / 1e6);
  }
}

/** The same as a load loop reads it; without one it never ends. */
export class LeaseView {
  readonly #endMs: Float64Array;
  readonly #clock: RunClock;

  constructor(shared: SharedArrayBuffer | null, clock: RunClock) {
    this.#endMs = shared ? new Float64Array(shared) : Float64Array.of(Number.POSITIVE_INFINITY);
    this.#clock = clock;
  }

  /** Was it over at this time of the run's clock? */
  isOver(nowUs: number): boolean {
    return nowUs > ((this.#endMs[0] ?? 0) - this.#clock.startMs) * 1000;
  }
}
