/** The end that a load comes to by itself: its time is over, or nothing more is to be sent. An open load waits for what it sent, up to the timeout. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { Clock } from '../pace/clock.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { endByRequests, endByTime, type LoadEnd } from '../stopping/load-end.ts';
import { drainMs } from './load-timeout.ts';
import type { LoopTimers } from './loop-timers.ts';

interface Loop {
  readonly plan: Plan;
  readonly clock: Clock;
  readonly timers: LoopTimers;
  readonly scenario: Pick<Scenario, 'usedUp' | 'maxRequests'>;
  /** The end of the load by time, µs; Infinity if only requests end it. */
  readonly endUs: number;
  /** Is nothing in flight, and does nothing wait? */
  isIdle(): boolean;
  finish(end: LoadEnd, endUs: number): void;
}

export class OwnEnd {
  readonly #loop: Loop;
  #exhausted = false;

  constructor(loop: Loop) {
    this.#loop = loop;
  }

  /** Nothing more is to be sent. */
  exhausted(): void {
    const { plan, clock, scenario } = this.#loop;
    this.#exhausted = true;
    if (plan.load.model === 'closed') this.#loop.finish(endByRequests(plan, scenario.usedUp ?? scenario.maxRequests), clock.nowUs());
    else this.#ifDrained();
  }

  /** The time of the load is over. */
  timeOver(): void {
    const { plan, clock, timers, endUs } = this.#loop;
    if (plan.load.model === 'closed') {
      this.#loop.finish(endByTime(plan), endUs);
      return;
    }
    timers.after(drainMs(plan), () => this.#loop.finish(endByTime(plan), clock.nowUs()));
    this.#ifDrained();
  }

  #ifDrained(): void {
    const { plan, clock, endUs } = this.#loop;
    const nowUs = clock.nowUs();
    if (this.#exhausted && this.#loop.isIdle() && nowUs >= endUs) this.#loop.finish(endByTime(plan), nowUs);
  }
}
