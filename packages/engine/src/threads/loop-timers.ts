/** The timers of a load loop: cleared together, and able to wait longer than setTimeout can. */
import type { Clock } from '../pace/clock.ts';

const maxDelayMs = 2 ** 30;

export class LoopTimers {
  readonly #clock: Clock;
  readonly #running = new Set<NodeJS.Timeout>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** At least 1 ms from now. */
  after(ms: number, act: () => void): void {
    const timer = setTimeout(
      () => {
        this.#running.delete(timer);
        act();
      },
      Math.max(1, ms),
    );
    this.#running.add(timer);
  }

  /** At this time of the run, or now if it has passed. */
  at(us: number, act: () => void): void {
    const waitMs = (us - this.#clock.nowUs()) / 1000;
    if (waitMs <= 0) act();
    else this.after(Math.min(maxDelayMs, Math.ceil(waitMs)), () => this.at(us, act));
  }

  clear(): void {
    for (const timer of this.#running) clearTimeout(timer);
    this.#running.clear();
  }
}
