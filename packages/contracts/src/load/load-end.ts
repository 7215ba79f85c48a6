/** The end of an open load; after it, requests that were sent before come back: the drain. */

import { loadDurationMs, type Plan } from '../plan/plan.ts';
import { durationMs } from '../request/duration.ts';

type LoadPlan = Pick<Plan, 'load' | 'warmup'>;

/** The time after which an open load plans nothing more, its warm-up included; infinite for a closed one, which waits for nothing after its end. */
export function loadEndMs({ load, warmup }: LoadPlan): number {
  return load.model === 'open' ? durationMs(warmup) + (loadDurationMs(load) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
}

/** Does this second begin after the load? */
export function isDrain(plan: LoadPlan, second: number): boolean {
  return second * 1000 >= loadEndMs(plan);
}
