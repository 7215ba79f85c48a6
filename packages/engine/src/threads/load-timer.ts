/** The timer thread of loads whose requests or messages have due times. */
import type { Plan } from '@plimsoll/contracts/plan';
import { startTimerThread } from '../pace/timer-thread.ts';
import { protocolOf } from './protocol-of.ts';

/** null where nothing is due at a time. `threads`: load threads, each with its pacer and the paced streams of each load. */
export function startLoadTimer(plans: readonly Plan[], threads: number): ReturnType<typeof startTimerThread> | null {
  const waits = (plan: Plan) => plan.load.model === 'open' || (plan.target !== null && protocolOf(plan).pacesMessages(plan.target));
  return plans.some(waits) ? startTimerThread((1 + plans.length) * threads) : null;
}
