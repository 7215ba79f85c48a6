/** Asks a server that is away for a moment again, and gives up after half a minute. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isProblem } from '@plimsoll/client/api-problem';
import { commandWords } from '@plimsoll/wording/command-words';
import { Fault } from '../result/fault.ts';
import { readError } from '../result/read-error.ts';

const patienceMs = 30_000;
const everyMs = 1000;

/**
 * Throws what the server refuses, and a Fault `lost` where it stays away. Only for questions that may be asked twice. `wait` hears once that
 * it is asked again.
 */
export async function askAgain<Answer>(ask: () => Promise<Answer>, wait?: (sentence: string) => void): Promise<Answer> {
  const sinceMs = performance.now();
  let isTold = false;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isAway = isProblem(error, 'unavailable') || isProblem(error, 'too_many_requests');
      if (!isAway) throw error;
      if (performance.now() - sinceMs > patienceMs)
        throw new Fault(`${commandWords.fault.outage({ seconds: patienceMs / 1000 })} ${readError(error).message}`, 'lost');
      if (!isTold) wait?.(commandWords.progress.away({ message: readError(error).message, seconds: patienceMs / 1000 }));
      isTold = true;
      await sleep(everyMs);
    }
  }
}
