/** Looks for experiments that wait, or whose worker was lost, and drives one at a time. Every worker has one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { claimExperiment } from '@plimsoll/store/experiment-life';
import { type DriveContext, drive } from './experiment-drive.ts';

const lookEveryMs = 1000;

/** Runs until `signal` aborts; then what is under way is released and another worker goes on with it. */
export async function coordinateExperiments(context: DriveContext, signal: AbortSignal): Promise<void> {
  const { db, config, workerId, log } = context;
  while (!signal.aborted) {
    const experiment = await claimExperiment(db, workerId, config.secretKey).catch((error: Error) => {
      log.warn({ code: (error as NodeJS.ErrnoException).code ?? error.message }, 'no experiment could be claimed');
      return null;
    });
    if (experiment) await drive(context, experiment, signal);
    else await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}
