/** Executes a run, or this worker's share of it: claim, check again, start together, generate, relay, end it once. */
import { noFigures } from '@plimsoll/analysis/run-figures';
import { overCaps } from '@plimsoll/contracts/caps';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Refusal } from '@plimsoll/contracts/refusal';
import { planUrl } from '@plimsoll/contracts/requests';
import type { EndReason } from '@plimsoll/contracts/run';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import type { Sample } from '@plimsoll/contracts/sample';
import { judgeUrl } from '@plimsoll/contracts/target-policy';
import { usefulThreads } from '@plimsoll/engine/run-load';
import { type Claim, claimRun } from '@plimsoll/store/run-claim';
import { finishRun } from '@plimsoll/store/run-life';
import type { ShardEnd } from '@plimsoll/store/run-shards';
import { StoreError, unopenedEnding } from '@plimsoll/store/store-error';
import type { WorkerConfig } from '../config.ts';
import { type GeneratorProcess, holdGenerator } from '../generator/generator-process.ts';
import type { Taken } from '../load/loads.ts';
import { logged } from '../log.ts';
import { openProbes } from '../resources/target-probes.ts';
import { watchTarget } from '../resources/watch-target.ts';
import { claimPolicy, type ProvenClaim } from './claim-policy.ts';
import { finishShard } from './finish-shard.ts';
import { openLoadOutage } from './load-outage.ts';
import { proveHosts } from './prove-hosts.ts';
import { openRelay } from './relay.ts';
import type { RunContext } from './run-context.ts';
import { toShardEnd } from './shard-end.ts';
import { longestStartMs, passStartBarrier } from './start-barrier.ts';
import { watchSeconds, watchTargetThresholds } from './watch-thresholds.ts';
import { withinShare } from './within-share.ts';

type QueuedRun = Pick<Claim, 'runId' | 'attempt'>;

/**
 * Resolves with `done` when this worker's share of the run is over, with `missed` when none was ours to take, and with `later`
 * when the run waits for other workers to be free. `signal`: this worker is shutting down.
 */
export async function executeRun(context: RunContext, run: QueuedRun, signal: AbortSignal): Promise<Taken> {
  const plainLog = context.log.child({ runId: run.runId, attempt: run.attempt });
  const claim = await claimShard(context, run);
  if (claim === 'later') return 'later';
  if (!claim) {
    plainLog.debug('not ours: the run was taken, stopped or deleted before');
    return 'missed';
  }
  const log = plainLog.child(logged(claim));
  log.info({ shard: claim.shard, of: claim.generators }, 'claimed');
  context.analysis.expectRun();
  const looked = await proveHosts(context, claim);
  const proved = { ...claim, proven: 'proven' in looked ? looked.proven : [] };
  const refused = 'refused' in looked ? targetRefused(looked.refused) : refusal(context.config, proved);
  context.metrics.loadBegan();
  let reason: EndReason = 'failed';
  try {
    if (refused) await finishShard({ ...context, log }, claim, refused);
    reason = refused ? refused.reason : await makeLoad({ ...context, log }, proved, signal);
  } finally {
    context.metrics.loadEnded(reason);
  }
  return 'done';
}

async function claimShard({ db, config, workerId }: RunContext, { runId, attempt }: QueuedRun): Promise<Claim | 'later' | null> {
  try {
    const chooseThreads = (plan: Plan, index: number, of: number) => usefulThreads(plan, config.threads, { index, of });
    return await claimRun(db, runId, attempt, workerId, config.secretKey, chooseThreads, config.caps);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    await finishRun(db, runId, attempt, { ...noFigures, state: 'start_failed', ending: unopenedEnding(error), endReason: 'failed' });
    return null;
  }
}

function targetRefused(refusal: Refusal): ShardEnd {
  return { state: 'target_refused', reason: 'target_refused', ending: { kind: 'refused', refusal } };
}

/** The caps and the target policy may have changed since the run was asked for. */
function refusal(config: WorkerConfig, claim: ProvenClaim): ShardEnd | null {
  const { plan, targetShare } = claim;
  const refused = judgeUrl(claimPolicy(config, claim), new URL(planUrl(plan)));
  if (refused) return targetRefused(refused);
  const over = overCaps(plan, withinShare(config.caps, targetShare));
  return over.length > 0 ? { state: 'start_failed', reason: 'failed', ending: { kind: 'overCaps', over } } : null;
}

/** Answers why this share ended. Where the run is no longer ours, what we know about its end counts for nothing. */
async function makeLoad(context: RunContext, claim: ProvenClaim, signal: AbortSignal): Promise<EndReason> {
  const { db, log } = context;
  const halt = new AbortController();
  const over = new AbortController();
  /** Why this worker stopped its generator, which does not know. */
  const causes: ShardEnd[] = [];
  let samples = 0;
  const onSample = (sample: Sample) => {
    samples += 1;
    context.metrics.sampleMade(sample);
    relay.add(sample);
  };
  const generator = holdGenerator(context.generators.take(claim.plan), { onSample, log });
  // One worker looks, where several make the load.
  const target = watchTarget(
    context,
    claim,
    claim.shard === 0 ? openProbes(claim.plan, claimPolicy(context.config, claim), generator.pid) : [],
  );
  const started: GeneratorProcess = {
    ...generator,
    go(startNs) {
      target.begin(startNs ?? process.hrtime.bigint());
      generator.go(startNs);
    },
  };
  const stop = () => {
    halt.abort();
    generator.stop('stopped');
  };
  const outage = openLoadOutage(log, 'samples');
  const relay = openRelay(db, claim, context.clock, {
    onHeard: (heardAtNs) => {
      outage.answered();
      generator.heard(heardAtNs);
    },
    onLeft: context.metrics.samplesLeft,
    onAnswer: (answer) => answer !== 'continue' && stop(),
    onError: outage.failed,
  });
  const shutDown = () => {
    causes.push({ state: 'stopped', reason: 'stopped', ending: { kind: 'shutDown' } });
    stop();
  };
  signal.addEventListener('abort', shutDown, { once: true });
  if (signal.aborted) shutDown();
  const last = setTimeout(generator.kill, Math.min(longestStartMs(context.config) + claim.hardDeadlineMs + 20_000, longestTimerMs));
  try {
    await context.demo.ensure(planUrl(claim.plan));
    const unstarted = await passStartBarrier(context, claim, started, halt.signal);
    if (claim.plan.abortOnFail && claim.shard === 0 && !unstarted) {
      const stopByItself = (ending: LoadEnding) => {
        causes.push({ state: 'auto_stopped', reason: 'auto_stopped', ending });
        stop();
      };
      const watching = { stop: stopByItself, signal: over.signal };
      if (claim.generators > 1) void watchSeconds(context, claim, watching);
      void watchTargetThresholds(context, claim, watching);
    }
    const end = unstarted ?? toShardEnd(claim, await generator.ended, samples > 0);
    log.info({ reason: end.reason, samples }, 'load ended');
    const gone = (await relay.drain()) === 'gone';
    const cutOff = end.reason === 'control_lost' && relay.wasCutOff();
    if (gone && !cutOff) return end.reason;
    if (!gone) await target.drain();
    const told = (end.reason === 'stopped' && causes[0]) || end;
    await finishShard(context, claim, told, cutOff);
    return told.reason;
  } finally {
    clearTimeout(last);
    signal.removeEventListener('abort', shutDown);
    over.abort();
    relay.close();
    target.close();
    generator.kill();
    context.generators.over();
  }
}

/** A timer of more milliseconds than this fires at once. */
const longestTimerMs = 2 ** 31 - 1;
