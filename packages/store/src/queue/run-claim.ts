/** Claims: a worker takes a run, or its share of a run that several workers make together. */
import { hardDeadlineMs } from '@plimsoll/contracts/caps';
import { fillPlaces, type PoolWorker, poolsOfPlaces, readRegions } from '@plimsoll/contracts/generators';
import type { Plan } from '@plimsoll/contracts/plan';
import { longestOf, type TurnPlan } from '@plimsoll/contracts/turns';
import { listTeamHosts, type StoredHost } from '../accounts/team-hosts.ts';
import { readTeamTargets } from '../accounts/team-settings.ts';
import type { Db } from '../db.ts';
import { readHold } from '../installation/load-hold.ts';
import { first, inTransaction } from '../query.ts';
import { lockClaims } from '../runs/load-locks.ts';
import { activeRun, type ShardKey } from '../runs/run-life.ts';
import { countLoads, seedOf, withOthers } from '../runs/together.ts';
import { lastMigration } from '../schema/schema-state.ts';
import { openPlan, type SealPlace } from '../secrets.ts';
import { StoreError } from '../store-error.ts';
import { capValues, heldBack, type LoadCaps, readTargetShare, type TargetShare, uncapped } from './load-caps.ts';
import { mayBringWorkers } from './worker-pools.ts';
import { hasLabel, workerDrains, workerInPool, workerOnline, workerTakesLoads } from './workers-online.ts';

export interface Claim extends ShardKey {
  readonly plan: Plan;
  readonly teamId: string;
  readonly teamName: string;
  /** Counted per team; null where it has none yet. */
  readonly number: number | null;
  /** Id of the request that asked for the run, where one did. */
  readonly requestId: string | null;
  /** The span in which it was asked for, as W3C's `traceparent`. */
  readonly traceParent: string | null;
  /** How long it waited in the queue. */
  readonly queuedMs: number;
  /** The number of the run's shards. */
  readonly generators: number;
  /** From the start of the load until it must be over whatever happens. */
  readonly hardDeadlineMs: number;
  readonly targetShare: TargetShare;
  /** The team's own list of targets, as it is now. */
  readonly teamTargets: readonly string[];
  /** Public hosts that the team says are its own. The proof is made now. */
  readonly teamHosts: readonly StoredHost[];
  /** A drill's: its answers are held for so long; 0 is a detour and nothing more. Null: it goes straight to its target. */
  readonly plantedDelayMs: number | null;
  readonly ofExperiment: boolean;
}

/** A run and those that are claimed with it, since they are made together. */
export interface ClaimedLoad extends Claim {
  /** All of them, this one among them, in the order in which they were asked for. */
  readonly round: readonly Claim[];
  /** The order of sending is drawn from it. */
  readonly seed: number;
  /** Their turns, where they take some. */
  readonly turns: TurnPlan | null;
}

interface ClaimRow {
  id: string;
  attempt: number;
  together: string | null;
  turns: TurnPlan | null;
  plan: Plan;
  team_id: string;
  team_name: string;
  number: number | null;
  request_id: string | null;
  trace_parent: string | null;
  queued_ms: number;
  state: 'queued' | 'starting';
  generators: number;
  worker_label: string | null;
  crew: string[] | null;
  planted_delay_ms: number | null;
}

/** SQL: may the worker with this id, an expression, take the load of this alias: is it in its crew, or is there none and the worker does not drain? */
export function mayTake(load: string, id: string): string {
  return `(${id} = ANY(${load}.crew) OR (${load}.crew IS NULL AND NOT ${workerDrains(id)}))`;
}

/**
 * Takes a queued run, or the next free shard of one that still waits at its start barrier; never two shards of one run. Runs that are made
 * together are taken together. Null: it was taken, stopped or deleted before, is for other workers or for a pool without this one, or this one drains, and this delivery is to be dropped. `later`: ask again soon,
 * another run waits at its start barrier, too many of them are busy, it is over a cap for now, all load is held, or only a later version's worker, which is online, reads its plan. Throws StoreError where the plan or its
 * secrets cannot be read: the run is then this worker's to end.
 * `threadsOf`: load threads that this worker gives to a shard of the plan.
 */
export async function claimRun(
  db: Db,
  id: string,
  attempt: number,
  workerId: string,
  secretKey: string,
  threadsOf: (plan: Plan, shard: number, generators: number) => number = () => 1,
  caps: LoadCaps = uncapped,
): Promise<ClaimedLoad | 'later' | null> {
  const claimed = await inTransaction(db, async (client) => {
    await lockClaims(client);
    const { rows } = await client.query<ClaimRow>(
      `SELECT id, attempt, plan, team_id, request_id, state, generators, worker_label, crew, together, turns, planted_delay_ms, trace_parent,
         (extract(epoch FROM now() - created_at) * 1000)::float8 AS queued_ms, (SELECT name FROM teams t WHERE t.id = r.team_id) AS team_name, (SELECT number FROM run_numbers n WHERE n.run_id = r.id) AS number FROM runs r
       WHERE ${withOthers('$1')} AND ${mayTake('r', '$2')} AND halted_at IS NULL
         AND ${workerInPool('$2', 'r.worker_label')} AND (state = 'queued' OR (state = 'starting' AND generators > 1)) ORDER BY ordinal FOR UPDATE`,
      [id, workerId],
    );
    const run = rows.find((row) => row.id === id && row.attempt === attempt);
    if (!run) return null;
    const free = await freeShard(client, run, workerId);
    if (!free) return null;
    const { shard } = free;
    const plans: Plan[] = [];
    for (const row of rows) {
      const plan = opened(secretKey, { teamId: row.team_id, rowId: row.id }, row.plan);
      if (plan instanceof StoreError) {
        if (plan.code === 'unreadable_plan' && free.first && (await isForLaterVersion(client, run))) return 'later';
        if (free.first) await begin(client, rows, workerId, 0);
        return plan;
      }
      plans.push(plan);
    }
    if (free.first) {
      if ((await mustWait(client, run)) || (await isHeldBack(client, id, caps))) return 'later';
      await begin(client, rows, workerId, longestOf(plans.map(hardDeadlineMs), run.turns));
    }
    const threads = Math.min(...plans.map((plan) => threadsOf(plan, shard, run.generators)));
    const team = { teamTargets: await readTeamTargets(client, run.team_id), teamHosts: await listTeamHosts(client, run.team_id) };
    const claims: Claim[] = [];
    for (const [place, row] of rows.entries()) {
      await client.query('INSERT INTO run_shards (run_id, attempt, shard, team_id, worker_id, threads) VALUES ($1, $2, $3, $4, $5, $6)', [
        row.id,
        row.attempt,
        shard,
        row.team_id,
        workerId,
        threads,
      ]);
      const plan = plans[place] as Plan;
      claims.push({
        runId: row.id,
        attempt: row.attempt,
        shard,
        plan,
        teamId: row.team_id,
        teamName: row.team_name,
        number: row.number,
        requestId: row.request_id,
        traceParent: row.trace_parent,
        queuedMs: row.queued_ms,
        generators: row.generators,
        hardDeadlineMs: row.turns ? longestOf(plans.map(hardDeadlineMs), row.turns) : hardDeadlineMs(plan),
        targetShare: await readTargetShare(client, row.id, caps),
        plantedDelayMs: row.planted_delay_ms,
        ofExperiment: row.crew !== null,
        ...team,
      });
    }
    const mine = claims.find(({ runId }) => runId === id) as Claim;
    return { ...mine, round: claims, seed: seedOf(run.together), turns: run.turns };
  });
  if (claimed instanceof StoreError) throw claimed;
  return claimed;
}

/** The plan to run, or why it cannot be: thrown inside the claim, the error would undo it, and the run would be taken again and again. */
function opened(secretKey: string, place: SealPlace, stored: Plan): Plan | StoreError {
  try {
    return openPlan(secretKey, place, stored);
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

/** While two versions run beside each other: is a worker online whose version knows more, and may take this run? */
async function isForLaterVersion(client: Db, { worker_label, crew }: ClaimRow): Promise<boolean> {
  if (crew) return false;
  const { rows } = await client.query<{ any: boolean }>(
    `SELECT EXISTS (SELECT FROM workers_online w WHERE ${workerTakesLoads('w')} AND ${hasLabel('w', '$1::text')} AND w.migration COLLATE "C" > $2) AS any`,
    [worker_label, lastMigration()],
  );
  return first(rows)?.any ?? false;
}

async function begin(client: Db, runs: readonly ClaimRow[], workerId: string, limitMs: number): Promise<void> {
  await client.query(
    `UPDATE runs SET state = 'starting', worker_id = $2, claimed_at = now(), heartbeat_at = now(),
       hard_deadline_at = now() + $3 * interval '1 ms'
     WHERE id = ANY($1)`,
    [runs.map(({ id }) => id), workerId, limitMs + 10_000],
  );
}

/** Is all load held, or this run over a cap for now? */
async function isHeldBack(client: Db, id: string, caps: LoadCaps): Promise<boolean> {
  if (await readHold(client)) return true;
  const { rows } = await client.query<{ by: string | null }>(`SELECT ${heldBack('w', 2)} AS by FROM runs w WHERE w.id = $1`, [
    id,
    ...capValues(caps),
  ]);
  return first(rows)?.by != null;
}

/**
 * The next shard that this worker may have, or in a crew the one of this worker's place: its machine then has the same part of the load in every run. Null: all are
 * taken, or this worker has one. `first`: nobody has joined yet.
 */
async function freeShard(
  client: Db,
  run: Pick<ClaimRow, 'id' | 'attempt' | 'generators' | 'crew' | 'worker_label'>,
  workerId: string,
): Promise<{ readonly shard: number; readonly first: boolean } | null> {
  const { rows: taken } = await client.query<{ shard: number; worker_id: string }>(
    'SELECT shard, worker_id FROM run_shards WHERE run_id = $1 AND attempt = $2',
    [run.id, run.attempt],
  );
  if (taken.length >= run.generators || taken.some(({ worker_id }) => worker_id === workerId)) return null;
  const isFirst = taken.length === 0;
  if (run.crew) return { shard: run.crew.indexOf(workerId), first: isFirst };
  if (readRegions(run.worker_label).length === 0) return { shard: taken.length, first: isFirst };
  const places: (string | null)[] = Array.from({ length: run.generators }, () => null);
  for (const { shard, worker_id } of taken) places[shard] = worker_id;
  const workers = await listForClaim(client, run);
  const mine = workers.filter(({ id }) => id === workerId);
  const free = workers.filter(({ id, free }) => free && id !== workerId);
  const shard = fillPlaces(poolsOfPlaces(run.worker_label, run.generators), places, [...mine, ...free]).indexOf(workerId);
  return shard < 0 ? null : { shard, first: isFirst };
}

const atStartBarrier = `r.state = 'starting' AND r.generators > 1 AND r.started_at IS NULL AND r.halted_at IS NULL
  AND (SELECT count(*) FROM run_shards s WHERE s.run_id = r.id AND s.attempt = r.attempt) < r.generators`;

/**
 * No run begins while another waits at its start barrier: two could otherwise take them from each other. A run of several begins when as
 * many workers of its pool, or all of its crew, have a free slot: one of a crew that is gone may be replaced. Where fewer are online, and its pool has had its time to bring more, it begins all the same, and
 * fails with the numbers when its patience is over.
 */
async function mustWait(client: Db, run: ClaimRow): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>(`SELECT EXISTS (SELECT FROM runs r WHERE ${atStartBarrier}) AS waits`);
  if (first(rows)?.waits) return true;
  const { generators, worker_label, crew } = run;
  if (generators === 1) return false;
  const workers = await listForClaim(client, run);
  const pools = crew ? crew.map(() => null) : poolsOfPlaces(worker_label, generators);
  const nobody = pools.map(() => null);
  const areEnough = (among: readonly PoolWorker[]) => !fillPlaces(pools, nobody, among).includes(null);
  if (!areEnough(workers)) return crew === null && (await mayBringWorkers(client, run.id));
  return !areEnough(workers.filter(({ id, free }) => free && (crew === null || crew.includes(id))));
}

/** The workers that could take shards of the run. `free`: with a free slot. */
async function listForClaim(
  client: Db,
  { worker_label, crew }: Pick<ClaimRow, 'worker_label' | 'crew'>,
): Promise<(PoolWorker & { readonly free: boolean })[]> {
  const { rows } = await client.query<PoolWorker & { free: boolean }>(
    `SELECT w.id, w.labels, w.concurrency > (
         SELECT ${countLoads('r')} FROM run_shards s JOIN runs r ON r.id = s.run_id AND r.attempt = s.attempt
         WHERE s.worker_id = w.id AND s.ended_at IS NULL AND ${activeRun('r')}) AS free
     FROM workers_online w WHERE ${workerOnline('w')} AND w.id = ANY($2) OR ${workerTakesLoads('w')} AND ${hasLabel('w', '$1::text')}
     ORDER BY w.started_at, w.id`,
    [worker_label, crew],
  );
  return rows;
}

/** A run that waits for one more worker, which this one could be; null where there is none. */
export async function runAtStartBarrier(db: Db, workerId: string): Promise<{ runId: string; attempt: number } | null> {
  const { rows } = await db.query<Pick<ClaimRow, 'id' | 'attempt' | 'generators' | 'crew' | 'worker_label'>>(
    `SELECT r.id, r.attempt, r.generators, r.crew, r.worker_label FROM runs r WHERE ${atStartBarrier} AND ${mayTake('r', '$1')} AND ${workerInPool('$1', 'r.worker_label')}
       AND NOT EXISTS (SELECT FROM run_shards s WHERE s.run_id = r.id AND s.attempt = r.attempt AND s.worker_id = $1)
     ORDER BY r.claimed_at LIMIT 1`,
    [workerId],
  );
  const row = first(rows);
  // One of a region that has all of its workers is not waited for.
  if (!row || (row.crew === null && readRegions(row.worker_label).length > 0 && !(await freeShard(db, row, workerId)))) return null;
  return { runId: row.id, attempt: row.attempt };
}
