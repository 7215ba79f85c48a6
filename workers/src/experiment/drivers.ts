/**
 * The experiments this worker drives. Driving is cheap (heartbeats, findings, the next step) and holds no slot: each run of an
 * experiment waits its turn in the queue like any other.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { claimExperiment } from '@plimsoll/store/experiment-life';
import { type DriveContext, driveExperiment } from './drive-experiment.ts';

export interface Drivers {
  /** Claims the experiment and drives it from now on. Resolves when its next run waits in the queue; `missed`: another has it. */
  take(experimentId: string): Promise<'done' | 'missed'>;
  /** Resolves when all are over, or released because this worker shuts down. */
  close(): Promise<void>;
}

/** A slot is kept for a new experiment's first run no longer than this. */
const firstRunMs = 2000;

/** `onFree`: an experiment is over here, and another that waited for it may begin. */
export function openDrivers(context: DriveContext, onFree: () => void, shutdown: AbortSignal): Drivers {
  const { db, config, workerId, log } = context;
  const driving = new Set<Promise<void>>();
  return {
    async take(experimentId) {
      if (shutdown.aborted) return 'missed';
      const experiment = await claimExperiment(db, experimentId, workerId, config.secretKey);
      if (!experiment) return 'missed';
      const placed = Promise.withResolvers<void>();
      const onQueued: DriveContext['onQueued'] = (run) => {
        context.onQueued(run);
        placed.resolve();
      };
      const driven = driveExperiment({ ...context, onQueued }, experiment, shutdown)
        .catch((error: Error) => log.error({ experimentId, error: error.message }, 'the experiment was let go'))
        .finally(() => {
          driving.delete(driven);
          onFree();
        });
      driving.add(driven);
      const patience = new AbortController();
      await Promise.race([placed.promise, driven, sleep(firstRunMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
      return 'done';
    },
    async close() {
      await Promise.all(driving);
    },
  };
}
