/** Stands in for a worker: takes, makes and ends runs, and drives experiments, by the worker's own code. Only the load is made on a virtual clock. */
import { setImmediate as turn } from 'node:timers/promises';
import { openAnalysis } from '@plimsoll/analysis/open-analysis';
import type { CreateExperiment } from '@plimsoll/contracts/experiment';
import { loadDurationMs, type Plan } from '@plimsoll/contracts/plan';
import type { Environment } from '@plimsoll/contracts/run';
import { openStrangers } from '@plimsoll/network/strangers';
import { firstRuns } from '@plimsoll/statistics/interleave';
import type { DbPool } from '@plimsoll/store/db';
import { claimExperiment } from '@plimsoll/store/experiment-life';
import { insertExperiment } from '@plimsoll/store/experiments';
import { appendResources } from '@plimsoll/store/resources';
import { claimRun } from '@plimsoll/store/run-claim';
import { readyShard } from '@plimsoll/store/run-shards';
import { insertRun } from '@plimsoll/store/runs';
import { appendSamples } from '@plimsoll/store/samples';
import { driveExperiment } from '../../workers/src/experiment/drive-experiment.ts';
import { openLog } from '../../workers/src/log.ts';
import { finishShard } from '../../workers/src/run/finish-shard.ts';
import { dateExperimentBack, dateRunBack, placeInMonth } from './date-back.ts';
import { measure, serviceCores } from './simulated-service.ts';

const workerId = 'load-1-seed';

const environment: Environment = {
  worker: workerId,
  hostname: 'load-1',
  cpuModel: 'AMD EPYC 7B13',
  cores: 4,
  memoryBytes: 16 * 1024 ** 3,
  kernel: 'Linux 6.8.0',
  node: '24.21.0',
  client: 'undici 8.12.4',
  plimsoll: '0.3.0',
  threads: 2,
  protocol: 'http1',
  lineBitsPerSecond: null,
  latencyFloor: null,
};

export interface SeededRun {
  readonly plan: Plan;
  readonly planId: string | null;
  readonly userId: string;
  readonly tags?: Record<string, string>;
  readonly note?: string;
}

/** When in the history: the moment, and the share of the history that is over by then. */
export interface Place {
  readonly moment: Date;
  readonly at: number;
  /** A run that somebody stopped after so many seconds. */
  readonly stoppedAfter?: number;
}

export interface StandIn {
  readonly analysis: ReturnType<typeof openAnalysis>;
  run(run: SeededRun, place: Place): Promise<string>;
  experiment(name: string, userId: string, experiment: CreateExperiment, place: Place): Promise<string>;
  close(): Promise<void>;
}

export interface StandInOptions {
  readonly databaseUrl: string;
  readonly teamId: string;
  readonly secretKey: string;
  readonly seed: number;
}

export function openStandIn(db: DbPool, { databaseUrl, teamId, secretKey, seed }: StandInOptions): StandIn {
  const analysis = openAnalysis({ databaseUrl });
  const log = openLog('error');
  const strangers = openStrangers({ environment: {}, longestWaitMs: 1000 });
  let runs = 0;

  async function make(run: { readonly runId: string; readonly attempt: number }, { moment, at, stoppedAfter }: Place): Promise<number> {
    const claim = await claimRun(db, run.runId, run.attempt, workerId, secretKey, () => environment.threads);
    if (claim === null || claim === 'later') throw new Error('another worker took a run of the seed');
    runs += 1;
    const measured = measure(claim.plan, at, seed * 100_000 + runs);
    const samples = measured.samples.slice(0, stoppedAfter);
    const protocol = claim.plan.target?.grpc ? 'http2' : 'http1';
    await placeInMonth(db, run.runId, moment);
    await readyShard(db, claim, { ...environment, protocol }, 0);
    await appendSamples(db, run.runId, run.attempt, claim.shard, samples);
    const source = { name: 'shop', kind: 'process', cores: serviceCores, quotaCores: null, problem: null } as const;
    if (measured.resources.length > 0) await appendResources(db, run, source, measured.resources.slice(0, stoppedAfter));
    await finishShard({ db, analysis, log }, claim, endOf(claim.plan, stoppedAfter));
    const lengthMs = samples.length * 1000;
    await dateRunBack(db, run.runId, moment, lengthMs);
    return lengthMs;
  }

  return {
    analysis,
    async run(run, place) {
      const expectedDurationMs = loadDurationMs(run.plan.load);
      const { id, attempt } = await insertRun(db, { ...run, teamId, expectedDurationMs, caps: null, secretKey, crew: [workerId] });
      await make({ runId: id, attempt }, place);
      return id;
    },
    async experiment(name, userId, experiment, place) {
      const first = firstRuns(experiment).map((variant) => ({ variant, rate: null }));
      const caps = { maxExperiments: 1000, maxExperimentsInAll: 1000 };
      const { id } = await insertExperiment(db, { teamId, userId, name, experiment, runs: first, secretKey, caps });
      const claimed = await claimExperiment(db, id, workerId, secretKey);
      if (!claimed) throw new Error('another worker took an experiment of the seed');
      const broken = new AbortController();
      let ended = new AbortController();
      let next = place.moment.getTime();
      const onQueued = async (run: { readonly runId: string; readonly attempt: number }) => {
        next += 10_000 + (await make(run, { ...place, moment: new Date(next) }));
        // The driver asks for this signal only after it has seen that the run goes on.
        await turn();
        ended.abort();
        ended = new AbortController();
      };
      const context = {
        db,
        analysis,
        log,
        config: { secretKey, targets: { mode: 'allowlist' as const, allowed: [], ownPorts: [] } },
        // No experiment of the seed restarts its services.
        strangers,
        workerId,
        nextEnd: () => ended.signal,
        onQueued: (run: { readonly runId: string; readonly attempt: number }) => {
          onQueued(run).catch((error: Error) => broken.abort(error));
        },
      };
      await driveExperiment(context, claimed, broken.signal);
      broken.signal.throwIfAborted();
      await dateExperimentBack(db, id);
      return id;
    },
    close: () => {
      strangers.close();
      return analysis.close();
    },
  };
}

function endOf(plan: Plan, stoppedAfter: number | undefined): Parameters<typeof finishShard>[2] {
  if (stoppedAfter !== undefined) return { state: 'stopped', reason: 'stopped', ending: { kind: 'stopped' } };
  if ('stages' in plan.load && plan.load.stages) return { state: 'completed', reason: 'stages', ending: { kind: 'stagesDone' } };
  const duration = String((plan.load as { duration: string }).duration);
  return { state: 'completed', reason: 'duration', ending: { kind: 'timeOver', duration, requests: null } };
}
