/** The timer thread of a load whose requests or messages have due times. */
import type { Plan } from '@plimsoll/contracts/plan';
import { startTimerThread } from '../pace/timer-thread.ts';
import { protocolOf } from './protocol-of.ts';

/** The scheduler of a load thread and its paced streams. */
const lanesPerThread = 2;

/** null where nothing is due at a time. `threads`: load threads. */
export function startLoadTimer({ load, target, connection }: Plan, threads: number): ReturnType<typeof startTimerThread> | null {
  const waits = load.model === 'open' || (target !== null && protocolOf(connection).pacesMessages(target));
  return waits ? startTimerThread(lanesPerThread * threads) : null;
}
