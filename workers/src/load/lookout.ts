/**
 * Looks for what only this worker can take, and whose hint may have gone to another: a run that waits at its start barrier and lacks
 * one more, and the next run of an experiment that is made here.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@plimsoll/store/db';
import { waitsForWorker } from '@plimsoll/store/next-load';
import type { Loads } from './loads.ts';

const lookEveryMs = 500;

/** Runs until `signal` aborts. */
export async function keepLookout(db: Db, workerId: string, loads: Loads, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (await waitsForWorker(db, workerId).catch(() => false)) loads.nudge();
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}
