/**
 * How long before a due time a wait must end, so that the rest can be spun: as long as sleepers of this machine wake late, which is
 * learned from each waking. Spinning is exact while a core is free. While others want the core it does harm: the scheduler of the
 * operating system gives a thread that spins no credit and lets it wait for a whole slice, so a busy machine gets no spinning at all.
 */
import { type CoreWait, openCoreWait } from '../recording/core-wait.ts';

const startUs = 50;
const leastUs = 10;
/** At 300/s each 10 µs are 0.3 % of a core. */
const mostUs = 80;
/** Three steps up for one waking beyond the margin, one down for one within it: the margin settles where three of four wake in time. */
const [stepUpUs, stepDownUs] = [3, 1];
/** How often the operating system is asked how long this thread had no core. */
const lookUs = 250_000;
/** Two busy loops on two cores take half of a spinner's time. What else our own process does on a core that it is pinned to takes some percent. */
const busyFrom = 0.15;
const freeBelow = 0.05;

export class SpinMargin {
  readonly #coreWait: CoreWait;
  #us = startUs;
  #lookedUs = 0;
  #busy = false;

  constructor(coreWait: CoreWait = openCoreWait()) {
    this.#coreWait = coreWait;
  }

  /** The machine has other work: this thread waited for a core. */
  busy(nowUs: number): boolean {
    if (nowUs - this.#lookedUs >= lookUs) {
      this.#lookedUs = nowUs;
      const share = this.#coreWait.take();
      if (share !== null) this.#busy = share >= (this.#busy ? freeBelow : busyFrom);
    }
    return this.#busy;
  }

  at(nowUs: number): number {
    return this.busy(nowUs) ? 0 : this.#us;
  }

  /** A wait ended this much after it should have. */
  woke(lateUs: number): void {
    if (!this.#busy) this.#us = lateUs > this.#us ? Math.min(mostUs, this.#us + stepUpUs) : Math.max(leastUs, this.#us - stepDownUs);
  }

  close(): void {
    this.#coreWait.close();
  }
}
