/**
 * Do others want this thread's core? Told, look by look, by the share of the time in which the thread was ready to run and had none. The
 * timer thread of its own process counts among the others: where both are pinned to one core, its wakings alone are 6 % of the time at
 * 5 000 a second, and would keep a thread asleep for ever once it slept. So a thread that sleeps spins for one look now and then, and
 * goes on spinning if nobody minds; if somebody does, the next trial is twice as long away.
 */

/** Two busy loops on two cores take half of a spinner's time. Our own process's other work on a core that it is pinned to takes some percent. */
const busyFroms = [0.15, 0.05] as const;
/** A share between both: it changes nothing. */
const unknown = 0.1;
/** Looks between two trials. */
const [leastPatience, mostPatience] = [4, 240];

export class CoreContention {
  /** 1: others want the core; else 0. */
  busy: 0 | 1 = 0;
  #left = leastPatience;
  #patience = leastPatience;

  /** `share` of the time since the last look; null where it is not known. Without branches, so that the JIT warm-up, whose looks are too short for a share, runs all of it. */
  look(share: number | null): void {
    const was = this.busy;
    const patience = this.#patience;
    this.#left = was * (this.#left - 1) + (1 - was) * patience;
    this.busy = (Number((share ?? unknown) >= busyFroms[was]) * Math.min(1, this.#left)) as 0 | 1;
    this.#patience = [leastPatience, Math.min(mostPatience, 2 * patience), patience, patience][2 * was + this.busy] as number;
  }
}
