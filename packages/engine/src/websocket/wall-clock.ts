/**
 * The time of day in µs at a moment of the run's monotonic clock. The system tells it in whole milliseconds, cut off: the true difference of the two
 * clocks is the largest that was seen. It is looked for anew every few seconds, since the system's clock may be set.
 */
import type { Clock } from '../pace/clock.ts';

const windowUs = 5_000_000;

export class WallClock {
  readonly #clock: Clock;
  readonly #wallMs: () => number;
  #differenceUs = Number.NEGATIVE_INFINITY;
  #beforeUs = Number.NEGATIVE_INFINITY;
  #untilUs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, wallMs: () => number) {
    this.#clock = clock;
    this.#wallMs = wallMs;
  }

  /** µs since 1970. */
  at(monotonicUs: number): number {
    if (this.#untilUs === Number.NEGATIVE_INFINITY) this.#lookFirst();
    this.#look();
    return monotonicUs + Math.max(this.#differenceUs, this.#beforeUs);
  }

  /** Once, for less than a millisecond: until the next one begins. */
  #lookFirst(): void {
    const beganMs = this.#wallMs();
    while (this.#wallMs() === beganMs);
    this.#look();
  }

  #look(): void {
    const nowUs = this.#clock.nowUs();
    const differenceUs = this.#wallMs() * 1000 - nowUs;
    if (nowUs >= this.#untilUs) {
      this.#untilUs = nowUs + windowUs;
      this.#beforeUs = this.#differenceUs;
      this.#differenceUs = differenceUs;
    } else if (differenceUs > this.#differenceUs) this.#differenceUs = differenceUs;
  }
}
