/** Takes the samples of a run away, or puts fewer in their place. */
import { hasData } from '@plimsoll/contracts/empty-sample';
import type { Sample } from '@plimsoll/contracts/sample';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { readStretch } from '../runs/empty-seconds.ts';
import { insertSamples } from '../runs/insert-samples.ts';
import type { ShardRange } from '../runs/sample-row.ts';
import { readSamples } from '../runs/samples.ts';
import { type DueRun, dueOfRun } from './due-runs.ts';
import { requestBytes, sampleBytes } from './measure-due.ts';

export interface FreedOfRun {
  /** Rows fewer. */
  readonly samples: number;
  /** Number of values. */
  readonly bytes: number;
}

interface LockedRun {
  readonly attempt: number;
  readonly month: string;
  readonly lastSequence: number;
}

/** The run, if the same is still due of it; nobody makes it a baseline or a share meanwhile. */
async function lockDueRun(client: Db, { id, due }: Pick<DueRun, 'id' | 'due'>): Promise<LockedRun | null> {
  // First the lock, then the look: a process that waited for the lock sees what was decided meanwhile.
  await client.query('SELECT FROM runs WHERE id = $1 FOR UPDATE', [id]);
  const { rows } = await client.query<LockedRun & { due: DueRun['due'] | null }>(
    `SELECT r.attempt, r.sample_month::text AS month, r.last_sequence::float8 AS "lastSequence", ${dueOfRun} AS due
     FROM runs r JOIN teams t ON t.id = r.team_id WHERE r.id = $1`,
    [id],
  );
  const run = first(rows);
  return run && run.due === due ? run : null;
}

export async function measure(client: Db, id: string, month: string): Promise<FreedOfRun> {
  const { rows } = await client.query<{ samples: string; bytes: string }>(
    `SELECT (SELECT count(*) FROM samples s WHERE s.run_id = $1 AND s.month = $2) AS samples,
       (SELECT coalesce(sum(${sampleBytes}), 0) FROM samples s WHERE s.run_id = $1 AND s.month = $2)
       + (SELECT coalesce(sum(${requestBytes}), 0) FROM sample_requests q WHERE q.run_id = $1 AND q.month = $2) AS bytes`,
    [id, month],
  );
  const row = first(rows);
  return { samples: Number(row?.samples ?? 0), bytes: Number(row?.bytes ?? 0) };
}

export async function removeSamples(client: Db, id: string, month: string): Promise<void> {
  await client.query('DELETE FROM sample_requests WHERE run_id = $1 AND month = $2', [id, month]);
  await client.query('DELETE FROM samples WHERE run_id = $1 AND month = $2', [id, month]);
}

/** The run keeps its figures. Null: it is no longer due. */
export async function dropSamples(db: Db, due: DueRun): Promise<FreedOfRun | null> {
  return inTransaction(db, async (client) => {
    const run = await lockDueRun(client, due);
    if (!run) return null;
    const freed = await measure(client, due.id, run.month);
    await removeSamples(client, due.id, run.month);
    await client.query('DELETE FROM measured_runs WHERE run_id = $1', [due.id]);
    await client.query('UPDATE runs SET sample_seconds = 0 WHERE id = $1', [due.id]);
    return freed;
  });
}

interface Thinning {
  /** That each sample of what comes back covers. */
  readonly seconds: number;
  /** Shards whose samples stay apart, as those of the first of them; null: all of them. */
  readonly parts: readonly (ShardRange | null)[];
  /** Of the samples of each part. */
  readonly thin: (parts: readonly (readonly Sample[])[]) => readonly (readonly Sample[])[];
}

/**
 * Puts what is made of all samples of the run in their place; those of earlier attempts, which nobody reads, go. Its sequence number stays, and with it what
 * was kept of the run in finer grain. Null: it is no longer due.
 */
export async function thinSamples(db: Db, due: DueRun, { seconds, parts, thin }: Thinning): Promise<FreedOfRun | null> {
  return inTransaction(db, async (client) => {
    const run = await lockDueRun(client, due);
    if (!run) return null;
    const before = await measure(client, due.id, run.month);
    const samples: Sample[][] = [];
    for (const shards of parts) samples.push(await readSamples(client, due.teamId, due.id, { emptySeconds: seconds, shards }));
    const thinned = thin(samples);
    await removeSamples(client, due.id, run.month);
    const isFilled = (await readStretch(client, due.id)) !== null;
    const place = { runId: due.id, teamId: due.teamId, ...run };
    const placed = parts.flatMap((shards, at) => (thinned[at] ?? []).map((sample) => ({ shard: shards?.first ?? 0, sample })));
    await insertSamples(client, place, isFilled ? placed.filter(({ sample }) => hasData(sample)) : placed);
    await client.query('UPDATE runs SET sample_seconds = $2 WHERE id = $1', [due.id, seconds]);
    const after = await measure(client, due.id, run.month);
    return { samples: before.samples - after.samples, bytes: before.bytes - after.bytes };
  });
}
