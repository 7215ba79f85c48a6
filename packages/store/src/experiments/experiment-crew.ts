/**
 * The crew of an experiment: the workers that make all of its runs, one a generator. Each keeps its place, and with it its part of the
 * load, from run to run: a machine that changes between two runs would be compared, too.
 */
import type { ExperimentRemark } from '@plimsoll/contracts/experiment-remark';
import { fillPlaces, type PoolWorker, poolsOfPlaces, readRegions, regionsOfShards } from '@plimsoll/contracts/generators';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { hasLabel, workerOnline, workerTakesLoads } from '../queue/workers-online.ts';
import { activeRun } from '../runs/run-life.ts';
import { countLoads, withOthers } from '../runs/together.ts';
import { type ExperimentClaim, ours } from './experiment-claim.ts';

export interface Crew {
  /** Workers by place; fewer than `needed` where too few workers are online. */
  readonly workers: readonly string[];
  readonly needed: number;
  /** Regions of the plan that have too few of them; absent where none has, or it has no regions. */
  readonly lacking?: readonly string[];
}

/**
 * Places of a crew: those that are kept, and free ones that others take. `crew`: as it was. `online`: the driver, then others, those to be preferred first.
 * `pools`: of each place. The driver always has a place that it may have; one that another keeps, where no other is left.
 */
export function fillCrew(
  crew: readonly string[],
  online: readonly [PoolWorker, ...PoolWorker[]],
  pools: readonly (string | null)[],
): (string | null)[] {
  const there = new Set(online.map(({ id }) => id));
  const [{ id: driver, labels }] = online;
  const kept = pools.map((_, place) => crew[place] ?? null).map((id) => (id !== null && there.has(id) ? id : null));
  const fits = (place: number) => pools[place] == null || labels.includes(pools[place] as string);
  if (!kept.includes(driver) && !kept.some((id, place) => id === null && fits(place))) {
    const place = kept.findIndex((_, at) => fits(at));
    if (place >= 0) kept[place] = null;
  }
  return fillPlaces(pools, kept, online);
}

/**
 * Looks who is online, gives the places of those that are gone to others, and keeps the crew with the experiment. Free workers come
 * first, those of no other experiment before them. Null: another worker drives the experiment now.
 */
export async function gatherCrew(db: Db, claim: ExperimentClaim, driver: string): Promise<Crew | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ crew: string[] | null; generators: number; worker_label: string | null }>(
      `SELECT crew, generators, worker_label FROM experiments WHERE ${ours} FOR UPDATE`,
      [claim.id, claim.claim],
    );
    const row = first(rows);
    if (!row) return null;
    const { generators: needed, crew } = row;
    const pools = poolsOfPlaces(row.worker_label, needed);
    const places =
      needed > 1 ? fillCrew(crew ?? [], await listCandidates(client, claim.id, crew ?? [], row.worker_label, driver), pools) : [driver];
    const workers = places.filter((id) => id !== null);
    if (workers.length < needed) return { workers, needed, ...lackingRegions(row.worker_label, places) };
    if (workers.join() === crew?.join()) return { workers, needed };
    const incidents = places.flatMap((id, place): ExperimentRemark[] => {
      const gone = crew?.[place];
      return id === null || gone === undefined || gone === id || id === driver ? [] : [{ kind: 'replaced', gone, by: id }];
    });
    await client.query('UPDATE experiments SET crew = $2, incidents = incidents || $3::jsonb WHERE id = $1', [
      claim.id,
      workers,
      JSON.stringify(incidents),
    ]);
    return { workers, needed };
  });
}

/** `pools`: the text that is kept with the load. */
function lackingRegions(pools: string | null, places: readonly (string | null)[]): Pick<Crew, 'lacking'> {
  const labels = regionsOfShards(readRegions(pools));
  const lacking = [...new Set(labels.filter((_, place) => places[place] === null))];
  return lacking.length > 0 ? { lacking } : {};
}

/** Workers that may have a place, the driver, then those to be preferred first. A worker that has one keeps it while it drains. */
async function listCandidates(
  db: Db,
  experimentId: string,
  crew: readonly string[],
  label: string | null,
  driver: string,
): Promise<[PoolWorker, ...PoolWorker[]]> {
  const { rows } = await db.query<PoolWorker>(
    `SELECT w.id, w.labels FROM workers_online w
     WHERE w.id = $4 OR w.id = ANY($2) AND ${workerOnline('w')} OR ${workerTakesLoads('w')} AND ${hasLabel('w', '$3::text')}
     ORDER BY EXISTS (SELECT FROM experiments x WHERE x.id <> $1 AND x.state IN ('running', 'stopping') AND (x.worker_id = w.id OR w.id = ANY(x.crew))),
       w.concurrency <= (SELECT ${countLoads('r')} FROM run_shards s JOIN runs r ON r.id = s.run_id AND r.attempt = s.attempt
         WHERE s.worker_id = w.id AND s.ended_at IS NULL AND ${activeRun('r')}), w.started_at, w.id`,
    [experimentId, crew, label, driver],
  );
  const others = rows.filter(({ id }) => id !== driver);
  return [rows.find(({ id }) => id === driver) ?? { id: driver, labels: [] }, ...others];
}

/** A run that waits goes to this crew, with those that are made together with it: nothing was sent for them. `begun`: it waits no more. */
export async function giveToCrew(
  db: Db,
  runId: string,
  { workers }: Pick<Crew, 'workers'>,
): Promise<{ readonly runId: string; readonly attempt: number } | 'kept' | 'begun'> {
  const { rows } = await db.query<{ attempt: number; kept: boolean }>(
    `WITH was AS (SELECT id, crew FROM runs WHERE ${withOthers('$1')} AND state = 'queued' FOR UPDATE)
     UPDATE runs r SET crew = ($2::text[])[1:r.generators] FROM was WHERE r.id = was.id
     RETURNING r.attempt, was.crew IS NOT DISTINCT FROM r.crew AS kept`,
    [runId, workers],
  );
  const row = first(rows);
  if (!row) return 'begun';
  return row.kept ? 'kept' : { runId, attempt: row.attempt };
}
