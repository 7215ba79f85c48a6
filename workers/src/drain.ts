/** A worker that is to leave ends what it makes first. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@plimsoll/store/db';
import { drainWorker, isAtWork } from '@plimsoll/store/list-workers';

const lookEveryMs = 500;

/** Takes nothing new from now on. Resolves when what the worker makes is over, or `patience` aborts. */
export async function drain(db: Db, workerId: string, patience: AbortSignal, onError: (error: Error) => void): Promise<void> {
  while (!patience.aborted) {
    // Again each time: somebody may have let it take loads again.
    await drainWorker(db, workerId, true).catch(onError);
    // A claim that began before is written by then.
    await sleep(lookEveryMs, undefined, { signal: patience }).catch(() => undefined);
    const busy = await isAtWork(db, workerId).catch((error: Error) => {
      onError(error);
      return true;
    });
    if (!busy) return;
  }
}
