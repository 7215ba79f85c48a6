/**
 * The time before a due time at which a wait must end, so that the rest can be spun: as long as sleepers of this machine wake late, which is
 * learned from each waking. Spinning is exact while a core is free. While others want the core it does harm: the scheduler of the
 * operating system gives a thread that spins no credit and lets it wait for a whole slice, so a busy machine gets no spinning at all.
 */
import { CoreContention } from './core-contention.ts';
import { type CoreWait, openCoreWait } from './core-wait.ts';

const startUs = 50;
const leastUs = 10;
/** At 300/s each 10 µs are 0.3 % of a core. */
const mostUs = 80;
/** Three steps up for one waking beyond the margin, one down for one within it: the margin settles where three of four wake in time. */
const [stepUpUs, stepDownUs] = [3, 1];

export class SpinMargin {
  readonly #coreWait: CoreWait;
  readonly #lookUs: number;
  readonly #contention = new CoreContention();
  #us = startUs;
  #lookedUs = 0;

  /** `lookUs`: how often the operating system is asked how long this thread had no core. */
  constructor(lookUs: number, coreWait: CoreWait = openCoreWait()) {
    this.#lookUs = lookUs;
    this.#coreWait = coreWait;
  }

  /** 1: the machine has other work, since this thread waited for a core; else 0. As {@link at} saw it last. */
  get busy(): 0 | 1 {
    return this.#contention.busy;
  }

  #look(nowUs: number): void {
    this.#lookedUs = nowUs;
    this.#contention.look(this.#coreWait.take());
  }

  at(nowUs: number): number {
    if (nowUs - this.#lookedUs >= this.#lookUs) this.#look(nowUs);
    return this.#us * (1 - this.busy);
  }

  /** A wait ended this much after it should have. */
  woke(lateUs: number): void {
    if (this.busy === 0) this.#us = lateUs > this.#us ? Math.min(mostUs, this.#us + stepUpUs) : Math.max(leastUs, this.#us - stepDownUs);
  }

  close(): void {
    this.#coreWait.close();
  }
}
