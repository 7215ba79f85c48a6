/**
 * Exports of all that a team has, by row: one waits at a time, whoever takes it has it for a while at a time, and a try writes under a key of its own. The row names the
 * key before the object is written, so that nothing is taken for left over.
 */
import { randomUUID } from 'node:crypto';
import type { SpooledFile } from '@plimsoll/artefacts/spooled-file';
import { type ExportFailure, keptExportDays, type TeamExport } from '@plimsoll/contracts/team-export';
import type { Db, DbPool } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { StoreError } from '../store-error.ts';
import { fetchObject } from './fetch-object.ts';
import type { KeptFile } from './imported-file.ts';
import { teamPrefix } from './run-objects.ts';

/** Whoever is at it says so more often. */
const heldSeconds = 60;
/** A store that is away for half an hour, or a process that dies of each try. */
const mostTries = 6;

interface Row {
  id: string;
  state: TeamExport['state'];
  failure: ExportFailure | null;
  asked_by: string | null;
  asked_by_name: string | null;
  asked_at: Date;
  runs: number;
  bytes: number | null;
  ended_at: Date | null;
  expires_at: Date | null;
}

const select = `SELECT e.id, e.state, e.failure, e.asked_by, u.name AS asked_by_name, e.asked_at, e.runs, e.bytes::float8 AS bytes, e.ended_at, e.expires_at
  FROM team_exports e LEFT JOIN users u ON u.id = e.asked_by`;
const isThere = '(e.expires_at IS NULL OR e.expires_at > now())';

const toExport = (row: Row): TeamExport => ({
  id: row.id,
  state: row.state,
  failure: row.failure,
  askedBy: row.asked_by === null ? null : { id: row.asked_by, name: row.asked_by_name ?? '' },
  askedAt: row.asked_at.toISOString(),
  runs: row.runs,
  bytes: row.bytes,
  endedAt: row.ended_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
});

/** Newest first. */
export async function listTeamExports(db: Db, teamId: string): Promise<TeamExport[]> {
  const { rows } = await db.query<Row>(`${select} WHERE e.team_id = $1 AND ${isThere} ORDER BY e.asked_at DESC, e.id`, [teamId]);
  return rows.map(toExport);
}

/** Null: one is under way. */
export async function askTeamExport(db: Db, teamId: string, userId: string | null): Promise<TeamExport | null> {
  const id = randomUUID();
  const { rowCount } = await db.query(`INSERT INTO team_exports (id, team_id, asked_by) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, [
    id,
    teamId,
    userId,
  ]);
  if (rowCount !== 1) return null;
  return (await listTeamExports(db, teamId)).find((one) => one.id === id) ?? null;
}

/** The object goes with it, and whoever is at it stops. False: there is none. */
export async function removeTeamExport(db: Db, teamId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM team_exports WHERE id = $1 AND team_id = $2', [id, teamId]);
  return rowCount === 1;
}

/** Null: there is none. Throws StoreError `export_not_ready`, and `file_not_kept` where this process knows no archive. */
export async function findTeamExportFile(db: DbPool, teamId: string, id: string): Promise<(KeptFile & { readonly at: Date }) | null> {
  const { rows } = await db.query<{ key: string | null; bytes: string; sha256: string | null; at: Date }>(
    `SELECT e.key, e.bytes, e.sha256, coalesce(e.ended_at, e.asked_at) AS at FROM team_exports e WHERE e.id = $1 AND e.team_id = $2 AND ${isThere}`,
    [id, teamId],
  );
  const row = first(rows);
  if (!row) return null;
  const { key, sha256, bytes, at } = row;
  if (key === null || sha256 === null) throw new StoreError('export_not_ready', {});
  const { objects } = db;
  if (!objects) throw new StoreError('file_not_kept', {});
  return { name: null, bytes: Number(bytes), at, fetch: () => fetchObject(objects, { key, sha256 }, 'file') };
}

/** An export that this process makes. */
export interface TakenExport {
  readonly id: string;
  readonly teamId: string;
  /** How often somebody began. */
  readonly tries: number;
  readonly key: string;
}

/** The one that waits longest, ours for a minute; null: none is due. The object of a try before is left to `object_removals`. */
export async function takeTeamExport(db: DbPool): Promise<TakenExport | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ id: string; teamId: string; tries: number; key: string | null }>(
      `SELECT id, team_id AS "teamId", tries, key FROM team_exports WHERE state = 'waiting' AND due_at <= now()
       ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    const found = first(rows);
    if (!found) return null;
    const { id, teamId } = found;
    if (found.key !== null) await leaveObject(client, found.key);
    if (found.tries >= mostTries) {
      await end(client, id, 'given_up');
      return null;
    }
    const tries = found.tries + 1;
    const key = `${teamPrefix(teamId)}/exports/${id}/export-${tries}`;
    await client.query(
      `UPDATE team_exports SET tries = $2, key = $3, runs = 0, due_at = now() + interval '${heldSeconds} seconds' WHERE id = $1`,
      [id, tries, key],
    );
    return { id, teamId, tries, key };
  });
}

async function leaveObject(client: Db, key: string): Promise<void> {
  await client.query('INSERT INTO object_removals (key) VALUES ($1) ON CONFLICT (key) DO UPDATE SET due_at = now(), tries = 0', [key]);
}

async function end(client: Db, id: string, failure: ExportFailure): Promise<void> {
  await client.query(
    `UPDATE team_exports SET state = 'failed', failure = $2, key = NULL, ended_at = now(), expires_at = now() + interval '${keptExportDays} days' WHERE id = $1`,
    [id, failure],
  );
}

/** Its key is that of one try, and goes when that fails: what the try still does after that changes nothing. */
const isOurs = `id = $1 AND key = $2 AND state = 'waiting'`;

/** It stays ours. False: it was removed, or another process has it. */
export async function holdTeamExport(db: Db, { id, key }: TakenExport, runs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE team_exports SET runs = $3, due_at = now() + interval '${heldSeconds} seconds' WHERE ${isOurs}`,
    [id, key, runs],
  );
  return rowCount === 1;
}

/** Writes the object, and from then on it can be read; the exports before go. False: nobody wants it any more. Throws ObjectStoreError. */
export async function keepTeamExport(db: DbPool, taken: TakenExport, file: SpooledFile, runs: number): Promise<boolean> {
  const { objects } = db;
  if (!objects) return false;
  const { id, teamId, key } = taken;
  await objects.put(key, file);
  const isKept = await inTransaction(db, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE team_exports SET state = 'ready', runs = $3, bytes = $4, sha256 = $5, ended_at = now(),
         expires_at = now() + interval '${keptExportDays} days' WHERE ${isOurs}`,
      [id, key, runs, file.bytes, file.sha256],
    );
    if (rowCount === 1) await client.query('DELETE FROM team_exports WHERE team_id = $1 AND id <> $2', [teamId, id]);
    return rowCount === 1;
  });
  // It was left to be removed perhaps before there was anything to remove.
  if (!isKept) await objects.remove(key);
  return isKept;
}

/**
 * It failed, for good or to be tried again after a minute, two, four …; `at_once`: nothing was wrong, and another process may go on now.
 */
export async function failTeamExport(
  db: DbPool,
  { id, tries, key }: TakenExport,
  failure: ExportFailure,
  again: 'later' | 'at_once' | 'never',
): Promise<void> {
  await inTransaction(db, async (client) => {
    const { rowCount } = await client.query(`SELECT FROM team_exports WHERE ${isOurs} FOR UPDATE`, [id, key]);
    if (rowCount !== 1) return;
    await leaveObject(client, key);
    if (again === 'never' || (again === 'later' && tries >= mostTries)) await end(client, id, failure);
    else
      await client.query("UPDATE team_exports SET key = NULL, due_at = now() + $2 * interval '1 minute' WHERE id = $1", [
        id,
        again === 'at_once' ? 0 : 2 ** (tries - 1),
      ]);
  });
}

/** Ids of all that a team has of a kind, newest first, a page at a time: what comes later is not among them. */
export async function* idsOfTeam(db: Db, teamId: string, table: 'plans' | 'runs' | 'experiments'): AsyncGenerator<string, void> {
  for (let before: string | null = null; ; ) {
    const { rows }: { rows: { id: string; ordinal: string }[] } = await db.query<{ id: string; ordinal: string }>(
      `SELECT id, ordinal FROM ${table} WHERE team_id = $1 AND ordinal < coalesce($2, ${most}) ORDER BY ordinal DESC LIMIT 500`,
      [teamId, before],
    );
    yield* rows.map(({ id }) => id);
    before = rows.at(-1)?.ordinal ?? null;
    if (before === null) return;
  }
}

/** SQL: no ordinal is larger. */
const most = `'9223372036854775807'::bigint`;
