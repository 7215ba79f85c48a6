/**
 * Brings one generator to the start that all shards of its run share: everybody has joined, everybody is set up, and then one
 * time 0 for all, which Postgres fixes when it sees the last one ready. A run of one generator passes the same stations alone
 * and starts at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Parts } from '@plimsoll/engine/part';
import type { Claim } from '@plimsoll/store/run-claim';
import { type Muster, musterOf, readyShard, type ShardEnd } from '@plimsoll/store/run-shards';
import type { CarryOutContext } from './carry-out.ts';
import type { WorkerConfig } from './config.ts';
import { monotonicNsOf } from './database-time.ts';
import type { Generator } from './generator-process.ts';
import { retry } from './persistently.ts';

const lookEveryMs = 100;
/** From the last one ready to the start: time enough for all to hear of it, to read the clock and to tell their generators. */
const startLeadMs = 1500;
/** From the first one joined until all are set up, beyond the patience for joining: names are resolved, protocols asked for. */
const setUpMs = 30_000;

/** No generator waits longer than this for its start. */
export function longestStartMs({ gatherMs }: Pick<WorkerConfig, 'gatherMs'>): number {
  return gatherMs + setUpMs + startLeadMs;
}

type MusterContext = Pick<CarryOutContext, 'db' | 'config' | 'workerId' | 'log'>;

/** The part of the load that falls to a shard: as many of all threads' parts as it has threads, after those of the shards before. */
export function partsOf(threads: readonly number[], shard: number): Parts {
  const sum = (some: readonly number[]) => some.reduce((total, count) => total + count, 0);
  return { first: sum(threads.slice(0, shard)), count: threads[shard] ?? 0, of: sum(threads) };
}

/** Null: the generator has its start, or ended before it; its `ended` says how. Else why there is no start: nothing was sent. */
export async function startTogether(
  context: MusterContext,
  claim: Claim,
  generator: Generator,
  halted: AbortSignal,
): Promise<ShardEnd | null> {
  const { db, config, workerId, log } = context;
  const joined = await joinedBy(context, claim, halted);
  if ('end' in joined) return joined.end;
  if (!(await generator.up)) return null;
  const { muster, heardAtNs } = joined;
  const parts = partsOf(muster.threads, claim.shard);
  const { runId, hardDeadlineMs } = claim;
  // Several generators' thresholds are judged over all of them together, see joint-thresholds.ts.
  const plan = { ...claim.plan, abortOnFail: claim.plan.abortOnFail && claim.generators === 1 };
  generator.prepare({ plan, runId, policy: config.targets, caps: config.caps, parts, hardDeadlineMs }, heardAtNs);
  const environment = await generator.ready;
  if (!environment) return null;
  const placed = { ...environment, worker: workerId, threads: parts.count };
  await retry(log, () => readyShard(db, claim, placed, claim.generators === 1 ? 0 : startLeadMs));
  return startedWith(context, claim, generator, halted);
}

/** Waits until every shard has joined; a run of one has. */
async function joinedBy(
  context: MusterContext,
  claim: Claim,
  halted: AbortSignal,
): Promise<{ readonly muster: Muster; readonly heardAtNs: bigint } | { readonly end: ShardEnd }> {
  const { db, config, log } = context;
  for (;;) {
    const heardAtNs = process.hrtime.bigint();
    const muster = await retry(log, () => musterOf(db, claim));
    if (!muster || halted.aborted) return { end: stoppedBefore };
    if (muster.threads.length >= muster.generators) return { muster, heardAtNs };
    if (muster.waitedMs > config.gatherMs) return { end: notEnough(muster, muster.threads.length, 'joined', config.gatherMs) };
    await pause(halted);
  }
}

/** Waits until all are ready, and hands on the start that they share. */
async function startedWith(context: MusterContext, claim: Claim, generator: Generator, halted: AbortSignal): Promise<ShardEnd | null> {
  const { db, config, log } = context;
  const patienceMs = config.gatherMs + setUpMs;
  const ended = generator.ended.then(() => true as const);
  while (!halted.aborted) {
    const muster = await retry(log, () => musterOf(db, claim));
    if (!muster) return null;
    const { startUs } = muster;
    if (startUs !== null) {
      generator.go(claim.generators === 1 ? null : await retry(log, () => monotonicNsOf(db, startUs)));
      return null;
    }
    if (muster.waitedMs > patienceMs) return notEnough(muster, muster.ready, 'set up', patienceMs);
    if (await Promise.race([ended, pause(halted)])) return null;
  }
  return null;
}

const stoppedBefore: ShardEnd = { state: 'stopped', reason: 'stopped', message: 'Stopped before it started: nothing was sent.' };

function notEnough({ generators }: Muster, came: number, what: string, patienceMs: number): ShardEnd {
  return {
    state: 'start_failed',
    reason: 'failed',
    message:
      `Only ${came} of ${generators} generators had ${what} after ${Math.round(patienceMs / 1000)} s, so nothing was sent: ` +
      'a run is never made at less than its full strength. Start more workers, or wait until enough of them are free.',
  };
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
}
