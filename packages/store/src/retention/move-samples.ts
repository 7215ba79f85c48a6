/** Moves the series of an old run to the archive: written, read back, and only then taken out of the database, in the transaction that notes where they are. */
import type { ObjectStore } from '@plimsoll/artefacts/object-store';
import { ObjectStoreError } from '@plimsoll/artefacts/object-store-error';
import { type SpooledFile, spool } from '@plimsoll/artefacts/spooled-file';
import { beginObject, forsakeObject, keepObject, objectKey, withObjectsOfRun } from '../archive/run-objects.ts';
import { countSeries, type SeriesCount, type SeriesState, seriesFormat, writeSeries } from '../archive/series-format.ts';
import type { Db, DbPool } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { type DueRun, dueOfRun } from './due-runs.ts';
import { type FreedOfRun, measure, removeSamples } from './replace-samples.ts';

interface RunToMove extends SeriesState {
  readonly due: DueRun['due'] | null;
}

async function readState(db: Db, runId: string): Promise<RunToMove | null> {
  const { rows } = await db.query<RunToMove>(
    `SELECT r.id AS "runId", r.team_id AS "teamId", r.attempt, r.last_sequence::float8 AS "lastSequence", r.sample_seconds AS "sampleSeconds",
       r.sample_month::text AS month, ${dueOfRun} AS due FROM runs r JOIN teams t ON t.id = r.team_id WHERE r.id = $1`,
    [runId],
  );
  return first(rows);
}

const isSame = (one: RunToMove, other: RunToMove) =>
  one.attempt === other.attempt && one.lastSequence === other.lastSequence && one.sampleSeconds === other.sampleSeconds;

async function countRows(db: Db, runId: string): Promise<SeriesCount> {
  const { rows } = await db.query<Record<keyof SeriesCount, string>>(
    `SELECT (SELECT count(*) FROM samples s WHERE s.run_id = r.id AND s.month = r.sample_month) AS samples,
       (SELECT count(*) FROM sample_requests q WHERE q.run_id = r.id AND q.month = r.sample_month) AS sample_requests FROM runs r WHERE r.id = $1`,
    [runId],
  );
  const row = first(rows);
  return { samples: Number(row?.samples ?? 0), sample_requests: Number(row?.sample_requests ?? 0) };
}

const areSame = (one: SeriesCount, other: SeriesCount) => one.samples === other.samples && one.sample_requests === other.sample_requests;

/** Reads back what was written: its checksum, and its rows. Throws ObjectStoreError `damaged` where it is not that. */
async function verify(objects: ObjectStore, key: string, written: SpooledFile): Promise<SeriesCount> {
  const back = await spool(await objects.get(key));
  try {
    if (back.sha256 !== written.sha256) throw new ObjectStoreError('damaged', 'an object that was read back is not what was written');
    return await countSeries(back.read());
  } finally {
    await back.close();
  }
}

/**
 * The room in the database that became free; null: it is no longer due, or another process is at it. May be killed at any moment: the rows stay until the
 * object is known to be whole, and what was begun is begun again, under the same key. Throws ObjectStoreError, and then nothing was taken away.
 */
export async function moveSamples(db: DbPool, { id }: Pick<DueRun, 'id'>): Promise<FreedOfRun | null> {
  const { objects } = db;
  if (!objects) return null;
  return withObjectsOfRun(db, id, async () => {
    const run = await readState(db, id);
    if (!run?.due) return null;
    const written = await spool(writeSeries(db, run));
    try {
      return await moveTo(db, objects, run, written);
    } finally {
      await written.close();
    }
  });
}

async function moveTo(db: DbPool, objects: ObjectStore, run: RunToMove, written: SpooledFile): Promise<FreedOfRun | null> {
  const { runId, teamId, sampleSeconds } = run;
  const counted = await countSeries(written.read());
  const key = objectKey({ teamId, runId, kind: 'series', sha256: written.sha256 });
  const { bytes, sha256 } = written;
  const object = { key, runId, teamId, kind: 'series', bytes, sha256 } as const;
  if (!(await beginObject(db, object, { format: seriesFormat, sampleSeconds, ...counted }))) return null;
  await objects.put(key, written);
  if (!areSame(await verify(objects, key, written), counted)) throw new ObjectStoreError('damaged', 'rows are missing in an object');
  const freed = await inTransaction(db, async (client) => {
    // First the lock, then the look: a process that waited for the lock sees what was decided meanwhile.
    await client.query('SELECT FROM runs WHERE id = $1 FOR UPDATE', [runId]);
    const now = await readState(client, runId);
    if (!now?.due || !isSame(run, now) || !areSame(await countRows(client, runId), counted)) return null;
    if (!(await keepObject(client, key))) return null;
    const gone = await measure(client, runId, now.month);
    await removeSamples(client, runId, now.month);
    await client.query('UPDATE runs SET sample_seconds = 0 WHERE id = $1', [runId]);
    return gone;
  });
  if (freed === null) await forsakeObject(db, key);
  return freed;
}
