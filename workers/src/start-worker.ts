/** A worker: takes runs off the queue, one at a time unless told otherwise, and watches over all runs. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunHint } from '@plimsoll/queue/backend';
import { consumeRuns } from '@plimsoll/queue/run-consumer';
import { openRunQueue } from '@plimsoll/queue/run-queue';
import { openPool } from '@plimsoll/store/database';
import { workerGone, workerSeen } from '@plimsoll/store/workers-online';
import { carryOut } from './carry-out.ts';
import type { WorkerConfig } from './config.ts';
import { openDemoTargets } from './demo-launcher.ts';
import { version } from './environment.ts';
import { coordinateExperiments } from './experiment-coordinator.ts';
import { joinGatherings } from './join-gatherings.ts';
import { openLog } from './log.ts';
import { openSlots, type Slots } from './slots.ts';
import { watch } from './watch.ts';

export interface RunningWorker {
  readonly id: string;
  /** Resolves when others can see it, or when the database did not answer. */
  readonly online: Promise<void>;
  /** Stops the runs under way, ends them, and resolves within 10 s or so. */
  close(): Promise<void>;
}

export function startWorker(config: WorkerConfig): RunningWorker {
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  const log = openLog(config.logLevel).child({ worker: id });
  const onError = (error: Error) => log.warn({ code: (error as NodeJS.ErrnoException).code ?? error.message }, 'connection lost');
  const db = openPool(config.databaseUrl, { applicationName: 'plimsoll worker', onError, queryTimeoutMs: 5000 });
  const queueConfig = {
    databaseUrl: config.databaseUrl,
    redisUrl: config.redisUrl,
    onError: (error: Error) => log.warn({ code: (error as NodeJS.ErrnoException).code ?? error.message }, 'queue'),
    onWarning: (sentence: string) => log.warn(sentence),
  };
  const queue = openRunQueue({ ...queueConfig, onWarning: undefined });
  const demo = openDemoTargets(config.demoPort, log);
  const leaving = new AbortController();
  const closing = new AbortController();
  const { concurrency } = config;
  const worker = { id, hostname: hostname(), version, pid: process.pid, concurrency, startedAt: new Date() };
  const slots = openSlots(concurrency);
  const carry = (hint: RunHint, signal: AbortSignal) => carryOut({ db, config, workerId: id, log, demo }, hint, signal);
  const consumer = consumeRuns(queueConfig, (hint, signal) => taken(slots, carry, hint, signal), { concurrency });
  const context = { db, config, workerId: id, log, slots, carryOut: carry };
  const experimenting = coordinateExperiments(context, leaving.signal);
  const joining = joinGatherings(context, leaving.signal);
  const online = workerSeen(db, worker).catch(onError);
  const watching = watch({ db, queue, worker, log }, closing.signal);
  log.info('worker started');
  let closed: Promise<void> | undefined;
  return {
    id,
    online,
    close() {
      closed ??= (async () => {
        leaving.abort();
        await consumer.close();
        await Promise.all([experimenting, joining]);
        closing.abort();
        await watching;
        await workerGone(db, id).catch(onError);
        demo.close();
        await queue.close();
        await db.end().catch(onError);
        log.info('worker stopped');
      })();
      return closed;
    },
  };
}

const laterMs = 300;
type Carry = (hint: RunHint, signal: AbortSignal) => Promise<'done' | 'later'>;

/** A run that waits for other workers keeps its place in the queue here, without a slot, so that this worker can join another. */
async function taken(slots: Slots, carry: Carry, hint: RunHint, signal: AbortSignal): Promise<void> {
  while ((await slots.use(signal, () => carry(hint, signal))) === 'later') await sleep(laterMs, undefined, { signal });
}
