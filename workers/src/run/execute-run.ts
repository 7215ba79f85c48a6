/** Executes a run and those made together with it, or this worker's share of them: claim, check again, make the load, end each once. */
import { noFigures } from '@plimsoll/analysis/run-figures';
import { overCaps } from '@plimsoll/contracts/caps';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Refusal } from '@plimsoll/contracts/refusal';
import { planUrl } from '@plimsoll/contracts/requests';
import type { EndReason } from '@plimsoll/contracts/run';
import { judgeUrl } from '@plimsoll/contracts/target-policy';
import { usefulThreads } from '@plimsoll/engine/partition';
import { type Claim, type ClaimedLoad, claimRun } from '@plimsoll/store/run-claim';
import { finishRun } from '@plimsoll/store/run-life';
import type { ShardEnd } from '@plimsoll/store/run-shards';
import { StoreError, unopenedEnding } from '@plimsoll/store/store-error';
import { listTogether } from '@plimsoll/store/together';
import { tracedLog } from '@plimsoll/telemetry/spans';
import type { WorkerConfig } from '../config.ts';
import type { Taken } from '../load/loads.ts';
import { logged } from '../log.ts';
import { claimPolicy, type ProvenClaim } from './claim-policy.ts';
import { finishShard } from './finish-shard.ts';
import { makeRound, otherStopped } from './make-round.ts';
import { proveHosts, urlsOf } from './prove-hosts.ts';
import type { ClaimContext, RunContext } from './run-context.ts';
import { traceRun } from './run-trace.ts';
import type { Round } from './start-barrier.ts';
import { withinShare } from './within-share.ts';

type QueuedRun = Pick<Claim, 'runId' | 'attempt'>;

/**
 * Resolves with `done` when this worker's share of the run is over, with `missed` when none was ours to take, and with `later`
 * when the run waits for other workers to be free. `signal`: this worker is shutting down.
 */
export async function executeRun(context: RunContext, run: QueuedRun, signal: AbortSignal): Promise<Taken> {
  const load = await claimShards(context, run);
  if (load === 'later') return 'later';
  if (!load) {
    context.log.child(run).debug('not ours: the run was taken, stopped or deleted before');
    return 'missed';
  }
  const contexts = await openContexts(context, load.round);
  const contextOf = ({ runId }: Claim): ClaimContext => contexts.get(runId) as ClaimContext;
  for (const claim of load.round) contextOf(claim).log.info({ shard: claim.shard, of: claim.generators }, 'claimed');
  context.analysis.expectRun();
  for (const { trace } of contexts.values()) trace.at('check target');
  const looked = await Promise.all(load.round.map((claim) => lookedAt(contextOf(claim), claim)));
  for (const _ of looked) context.metrics.loadBegan();
  let reasons: readonly EndReason[] = looked.map(() => 'failed');
  try {
    if (looked.some(({ refused }) => refused)) {
      const ends = looked.map(({ refused }) => refused ?? otherStopped);
      await Promise.all(looked.map(({ proved }, place) => finishShard(contextOf(proved), proved, ends[place] ?? otherStopped)));
      reasons = ends.map(({ reason }) => reason);
    } else {
      const claims = looked.map(({ proved }) => proved) as [ProvenClaim, ...ProvenClaim[]];
      reasons = await makeRound(context, { claims, seed: load.seed, turns: load.turns } satisfies Round, contextOf, signal);
    }
  } finally {
    for (const [place, reason] of reasons.entries()) {
      context.metrics.loadEnded(reason);
      contextOf(load.round[place] as Claim).trace.end(reason);
    }
  }
  return 'done';
}

/** By run: its log and its trace. */
async function openContexts(context: RunContext, round: readonly Claim[]): Promise<ReadonlyMap<string, ClaimContext>> {
  const traces = await context.telemetry.traces;
  const labels = context.config.labels.join(',');
  return new Map(
    round.map((claim) => {
      const { runId, attempt, requestId } = claim;
      const trace = traceRun(traces, claim, { 'plimsoll.worker': context.workerId, ...(labels && { 'plimsoll.pool': labels }) });
      const log = context.log.child({ runId, attempt, ...logged({ requestId }), ...tracedLog(trace.span) });
      return [runId, { ...context, log, trace }];
    }),
  );
}

async function claimShards({ db, config, workerId }: RunContext, { runId, attempt }: QueuedRun): Promise<ClaimedLoad | 'later' | null> {
  try {
    const chooseThreads = (plan: Plan, index: number, of: number) => usefulThreads(plan, config.threads, { index, of });
    return await claimRun(db, runId, attempt, workerId, config.secretKey, chooseThreads, config.caps);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const ending = unopenedEnding(error);
    for (const run of await listTogether(db, runId))
      await finishRun(db, run.runId, run.attempt, { ...noFigures, state: 'start_failed', ending, endReason: 'failed' });
    return null;
  }
}

/** The claim with the proof that its hosts were looked at, and why it may not be made; null: it may. */
async function lookedAt(context: RunContext, claim: Claim): Promise<{ readonly proved: ProvenClaim; readonly refused: ShardEnd | null }> {
  const looked = await proveHosts(context, { ...claim, by: claim.runId, urls: urlsOf(claim.plan) });
  const proved = { ...claim, proven: 'proven' in looked ? looked.proven : [], detour: null };
  return { proved, refused: 'refused' in looked ? targetRefused(looked.refused) : refusal(context.config, proved) };
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
