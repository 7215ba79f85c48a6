/** Every worker looks after these besides its own loads: lost runs are ended, lost experiments taken over, forgotten loads put back on the queue. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Analysis } from '@plimsoll/analysis/open-analysis';
import { openReaper } from '@plimsoll/analysis/reap-runs';
import type { Hint } from '@plimsoll/queue/hint';
import type { LoadQueue } from '@plimsoll/queue/load-queue';
import type { ClockWatch } from '@plimsoll/store/clock-watch';
import type { Db } from '@plimsoll/store/db';
import { forsakenExperiment, queuedExperiments } from '@plimsoll/store/experiment-life';
import type { OutageReporter } from '@plimsoll/store/outage-reporter';
import { queuedRuns } from '@plimsoll/store/run-life';
import { isDraining, type WorkerOnline, workerSeen } from '@plimsoll/store/workers-online';
import { type Traces, tracedLog } from '@plimsoll/telemetry/spans';
import { signLife } from './alive-file.ts';
import type { Drivers } from './experiment/drivers.ts';
import type { Loads } from './load/loads.ts';
import { type Logger, logged } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';

export interface WatchContext {
  readonly db: Db;
  readonly clock: ClockWatch;
  readonly analysis: Analysis;
  readonly queue: LoadQueue;
  readonly worker: WorkerOnline;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly traces: Promise<Traces>;
  readonly loads: Loads;
  readonly drivers: Drivers;
  readonly outage: OutageReporter;
  readonly aliveFile: string | undefined;
}

const seenEveryMs = 3000;
const reapEveryMs = 1000;
const reconcileEveryMs = 3000;
/** One at a time, so that several workers share what a lost one drove. */
const takeOverEveryMs = 1000;
/** A load that is still queued after this long may have lost its hint. */
const forgottenAfterMs = 5000;

/** Runs until `signal` aborts. Resolves when all loops have ended. */
export async function watch(context: WatchContext, signal: AbortSignal): Promise<void> {
  const { db, clock, analysis, queue, worker, log, metrics, loads, drivers, outage } = context;
  const traces = await context.traces;
  const reap = openReaper({
    db,
    analysis,
    except: [worker.id],
    onReaped: ({ id, attempt, traceParent, ...run }) => {
      metrics.runReaped();
      const lost = traces.begin('run lost its worker', { parent: traceParent, attributes: { 'plimsoll.run_id': id } });
      lost.end('worker_lost');
      log.warn({ runId: id, attempt, ...logged(run), ...tracedLog(lost) }, 'run lost its worker');
    },
    onFailed: ({ runId, ...end }, error) =>
      log.error({ runId, ...logged(end), err: error }, 'the figures of a lost run cannot be computed yet'),
  });
  async function every(ms: number, look: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await look().catch((error: Error) => outage.failed(error));
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
  }
  await Promise.all([
    every(seenEveryMs, async () => {
      await workerSeen(db, worker);
      outage.answered();
      await signLife(context.aliveFile, log);
    }),
    every(reapEveryMs, reap),
    every(reconcileEveryMs, async () => {
      const hints = await forgotten(db);
      // Whatever became of their hints, and whether or not the queue hands anything out: this worker looks by itself.
      if (hints.length > 0) loads.nudge();
      // The queue is away: the rest is put back later.
      for (const [hint, workers] of hints) if (!(await queue.enqueue(hint, workers))) return;
    }),
    every(takeOverEveryMs, async () => {
      if (await isDraining(db, worker.id)) return;
      const experimentId = await forsakenExperiment(db, clock, worker.id);
      if (experimentId !== null) await drivers.take(experimentId);
    }),
  ]);
}

/** Each with the number of workers it is for. */
async function forgotten(db: Db): Promise<(readonly [Hint, number])[]> {
  const runs = await queuedRuns(db, forgottenAfterMs);
  const experiments = await queuedExperiments(db, forgottenAfterMs);
  return [
    ...runs.map(({ generators, ...run }) => [{ kind: 'run', ...run }, generators] as const),
    ...experiments.map((experimentId) => [{ kind: 'experiment', experimentId }, 1] as const),
  ];
}
