/** A worker: takes loads off the queue, one at a time unless told otherwise, drives experiments, and watches over all runs. */
import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { openAnalysis } from '@plimsoll/analysis/open-analysis';
import { version } from '@plimsoll/engine/environment';
import { openStrangers } from '@plimsoll/network/strangers';
import { consumeLoads } from '@plimsoll/queue/load-consumer';
import { openLoadQueue } from '@plimsoll/queue/load-queue';
import { openClockWatch } from '@plimsoll/store/clock-watch';
import { isRefused } from '@plimsoll/store/connection-trouble';
import { openPool } from '@plimsoll/store/database';
import { isLoadUnderWay } from '@plimsoll/store/load-figures';
import { openPartOutage } from '@plimsoll/store/part-outage';
import { workerGone, workerSeen } from '@plimsoll/store/workers-online';
import { childEnvironment, type WorkerConfig } from './config.ts';
import { openDemoTargets } from './demo/demo-launcher.ts';
import { drain } from './drain.ts';
import { openDrivers } from './experiment/drivers.ts';
import { openGenerators } from './generator/spare-generator.ts';
import { openLoads } from './load/loads.ts';
import { keepLookout } from './load/lookout.ts';
import { openSlots } from './load/slots.ts';
import { openLog } from './log.ts';
import { openMetrics } from './metrics/metrics.ts';
import { serveMetrics } from './metrics/metrics-server.ts';
import { openWorkerTelemetry } from './metrics/worker-telemetry.ts';
import { executeRun } from './run/execute-run.ts';
import { watch } from './watch.ts';

export interface RunningWorker {
  readonly id: string;
  /** Resolves when others can see it, or when the database did not answer. */
  readonly online: Promise<void>;
  /** Takes nothing new from now on; resolves when what it makes is over, or `patience` aborts. */
  drain(patience: AbortSignal): Promise<void>;
  /** Stops the runs under way, ends them, and resolves within 10 s or so. */
  close(): Promise<void>;
}

/** The wait and the look together stay below the silence after which a worker counts as lost. */
const longestProofWaitMs = 2000;

export function startWorker(config: WorkerConfig): RunningWorker {
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  const log = openLog(config.logLevel).child({ worker: id });
  const outage = openPartOutage(log, 'database');
  const queueOutage = openPartOutage(log, 'queue', config.redisUrl ? 'queue' : 'database');
  const onError = outage.failed;
  const db = openPool(config.databaseUrl, { applicationName: 'plimsoll worker', onError, queryTimeoutMs: 5000 });
  const clock = openClockWatch();
  const analysis = openAnalysis({ databaseUrl: config.databaseUrl, objects: config.objects });
  const queueConfig = {
    databaseUrl: config.databaseUrl,
    redisUrl: config.redisUrl,
    onError: queueOutage.failed,
    onReady: queueOutage.answered,
    isRefused,
    onWarning: (sentence: string) => log.warn(sentence),
  };
  const queue = openLoadQueue({ ...queueConfig, onWarning: undefined });
  const demo = openDemoTargets(config.demoPort, log);
  const generators = openGenerators({
    used: config.spareGenerator === 'used',
    isBusy: config.spareGenerator === 'off' ? null : () => isLoadUnderWay(db),
  });
  const strangers = openStrangers({ environment: childEnvironment(), longestWaitMs: longestProofWaitMs });
  const metrics = openMetrics(config.concurrency);
  const metricsServer = config.metrics && serveMetrics(config.metrics, metrics, log);
  const telemetry = openWorkerTelemetry(config, { id, log, metrics });
  const leaving = new AbortController();
  const closing = new AbortController();
  const { concurrency } = config;
  const worker = {
    id,
    hostname: hostname(),
    version,
    pid: process.pid,
    concurrency,
    cores: availableParallelism(),
    threads: config.threads,
    labels: config.labels,
    startedAt: new Date(),
  };
  const loads = openLoads(
    {
      db,
      workerId: id,
      log,
      slots: openSlots(concurrency),
      caps: config.caps,
      execute: (run, signal) =>
        executeRun({ db, clock, analysis, config, workerId: id, log, metrics, telemetry, demo, generators, strangers }, run, signal),
      drive: (experimentId) => drivers.take(experimentId),
    },
    leaving.signal,
  );
  const onQueued = (run: { readonly runId: string; readonly attempt: number }) => {
    void queue.enqueue({ kind: 'run', ...run });
    loads.nudge();
  };
  const drivers = openDrivers(
    { db, analysis, config, workerId: id, log, strangers, onQueued, nextEnd: loads.nextEnd },
    loads.nudge,
    leaving.signal,
  );
  const online = workerSeen(db, worker).catch(onError);
  const consumer = consumeLoads(queueConfig, (_hint, signal) => loads.look(signal), { concurrency });
  const lookout = keepLookout(db, id, loads, leaving.signal);
  const watching = watch(
    { db, clock, analysis, queue, worker, log, metrics, traces: telemetry.traces, loads, drivers, outage, aliveFile: config.aliveFile },
    closing.signal,
  );
  log.info('worker started');
  let closed: Promise<void> | undefined;
  return {
    id,
    online,
    drain(patience) {
      log.info('worker drains');
      return drain(db, id, patience, onError);
    },
    close() {
      closed ??= (async () => {
        leaving.abort();
        await consumer.close();
        await Promise.all([lookout, drivers.close(), loads.close()]);
        closing.abort();
        await watching;
        await workerGone(db, id).catch(onError);
        demo.close();
        generators.close();
        strangers.close();
        metricsServer?.close();
        await telemetry.close();
        await analysis.close();
        await queue.close();
        await db.end().catch(onError);
        log.info('worker stopped');
      })();
      return closed;
    },
  };
}
