/**
 * Brings one generator to the start that all shards of its run share: everybody has joined, everybody is set up, and then one
 * time 0 for all, which Postgres fixes when it sees the last one ready. A run of one generator passes the same stations alone
 * and starts at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '@plimsoll/contracts/run';
import type { TurnPlan } from '@plimsoll/contracts/turns';
import type { PartitionRange } from '@plimsoll/engine/partition';
import { readStartBarrier, readyShards, type ShardEnd, type StartBarrier } from '@plimsoll/store/run-shards';
import type { WorkerConfig } from '../config.ts';
import type { GeneratorProcess } from '../generator/generator-process.ts';
import type { OrderedLoad } from '../generator/messages.ts';
import { retry } from '../retry.ts';
import { claimPolicy, type ProvenClaim } from './claim-policy.ts';
import { toMonotonicNs } from './database-time.ts';
import type { RunContext } from './run-context.ts';
import { withinShare } from './within-share.ts';

const lookEveryMs = 100;
/** From the last one ready to the start: time enough for all to hear of it, to read the clock and to tell their generators. */
const startLeadMs = 1500;
const startLeadNs = BigInt(startLeadMs) * 1_000_000n;
/** How long before a look Postgres may have fixed a start that the look did not see yet: it is written down later. */
const unseenNs = 5_000_000_000n;
/** From this one joined until all are set up, beyond the patience for joining: names are resolved, protocols asked for. */
const setUpMs = 30_000;

/** No generator waits longer than this for its start. */
export function longestStartMs({ startBarrierMs }: Pick<WorkerConfig, 'startBarrierMs'>): number {
  return startBarrierMs + setUpMs + startLeadMs;
}

type BarrierContext = Pick<RunContext, 'db' | 'config' | 'workerId' | 'log'>;

/** Runs that are made together; of most runs, one. */
export interface Round {
  readonly claims: readonly [ProvenClaim, ...ProvenClaim[]];
  /** The order of sending is drawn from it. */
  readonly seed: number;
  readonly turns: TurnPlan | null;
}

/** The part of the load that falls to a shard: as many of all threads' parts as it has threads, after those of the shards before. */
export function shardPartition(threads: readonly number[], shard: number): PartitionRange {
  const sum = (some: readonly number[]) => some.reduce((total, count) => total + count, 0);
  return { first: sum(threads.slice(0, shard)), count: threads[shard] ?? 0, of: sum(threads) };
}

/** Runs that are made together pass it together: their shards join and are set up in one transaction each. Null: the generator has its start, or ended before it; its `ended` says how. Else why there is no start: nothing was sent. */
export async function passStartBarrier(
  context: BarrierContext,
  { claims, seed, turns }: Round,
  generator: GeneratorProcess,
  halted: AbortSignal,
): Promise<ShardEnd | null> {
  const { db, config, workerId, log } = context;
  const [claim] = claims;
  const joinedMs = performance.now();
  const joined = await joinedBy(context, claim, halted);
  if ('end' in joined) return joined.end;
  if (!(await generator.up)) return null;
  const { barrier, heardAtNs } = joined;
  const parts = shardPartition(barrier.threads, claim.shard);
  const loads = claims.map(
    (one): OrderedLoad => ({
      // Several generators' thresholds are judged over all of them together, see watch-thresholds.ts.
      plan: { ...one.plan, abortOnFail: one.plan.abortOnFail && one.generators === 1 },
      runId: one.runId,
      policy: claimPolicy(config, one),
      detour: one.detour,
      caps: withinShare(config.caps, one.targetShare),
    }),
  );
  generator.prepare(
    { loads, seed, turns, parts, hardDeadlineMs: Math.max(...claims.map(({ hardDeadlineMs }) => hardDeadlineMs)) },
    heardAtNs,
  );
  const environments = await generator.ready;
  if (!environments) return null;
  const placed = claims.map((one, place) => ({
    ...one,
    environment: {
      ...(environments[place] as Environment),
      worker: workerId,
      threads: parts.count,
      ...(one.plantedDelayMs === null ? {} : { plantedDelayMs: one.plantedDelayMs }),
    },
  }));
  const unstartedNs = process.hrtime.bigint();
  await retry(log, () => readyShards(db, placed, claim.generators === 1 ? 0 : startLeadMs));
  return startedWith(context, claim, generator, halted, { joinedMs, unstartedNs });
}

/** Waits until every shard has joined; a run of one has. */
async function joinedBy(
  context: BarrierContext,
  claim: ProvenClaim,
  halted: AbortSignal,
): Promise<{ readonly barrier: StartBarrier; readonly heardAtNs: bigint } | { readonly end: ShardEnd }> {
  const { db, config, log } = context;
  const joinedMs = performance.now();
  for (;;) {
    const heardAtNs = process.hrtime.bigint();
    const barrier = await retry(log, () => readStartBarrier(db, claim));
    if (!barrier || halted.aborted) return { end: stoppedBefore };
    if (barrier.threads.length >= barrier.generators) return { barrier, heardAtNs };
    if (performance.now() - joinedMs > config.startBarrierMs)
      return { end: notEnough(barrier, barrier.threads.length, 'notAllJoined', config.startBarrierMs) };
    await pause(halted);
  }
}

/** Waits until all are ready, and hands on the start that they share. */
async function startedWith(
  context: BarrierContext,
  claim: ProvenClaim,
  generator: GeneratorProcess,
  halted: AbortSignal,
  { joinedMs, unstartedNs }: { readonly joinedMs: number; readonly unstartedNs: bigint },
): Promise<ShardEnd | null> {
  const { db, config, log } = context;
  let leastNs = unstartedNs + startLeadNs - unseenNs;
  const patienceMs = config.startBarrierMs + setUpMs;
  const ended = generator.ended.then(() => true as const);
  while (!halted.aborted) {
    const lookedNs = process.hrtime.bigint();
    const barrier = await retry(log, () => readStartBarrier(db, claim));
    if (!barrier) return null;
    const { startUs } = barrier;
    if (startUs !== null) {
      const bounds = { leastNs, mostNs: process.hrtime.bigint() + startLeadNs };
      generator.go(claim.generators === 1 ? null : await retry(log, () => toMonotonicNs(db, startUs, bounds)));
      return null;
    }
    leastNs = lookedNs + startLeadNs - unseenNs;
    if (performance.now() - joinedMs > patienceMs) return notEnough(barrier, barrier.ready, 'notAllSetUp', patienceMs);
    if (await Promise.race([ended, pause(halted)])) return null;
  }
  return null;
}

const stoppedBefore: ShardEnd = { state: 'stopped', reason: 'stopped', ending: { kind: 'stoppedBefore' } };

function notEnough({ generators }: StartBarrier, came: number, kind: 'notAllJoined' | 'notAllSetUp', patienceMs: number): ShardEnd {
  return {
    state: 'start_failed',
    reason: 'failed',
    ending: { kind, came, of: generators, seconds: Math.round(patienceMs / 1000) },
  };
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
}
