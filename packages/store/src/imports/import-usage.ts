/** The amounts that a team imported lately, held against the operator's caps. */
import { randomUUID } from 'node:crypto';
import { type ImportCaps, type ImportedAmount, importedAmounts } from '@plimsoll/contracts/import-caps';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { StoreError } from '../store-error.ts';

/** An import that was begun, and what is left of its team's day. */
export interface BegunImport {
  readonly id: string;
  readonly bytesLeft: number;
}

interface Asked {
  readonly teamId: string;
  readonly caps: ImportCaps;
}

const reasons = { rows: 'import_rows', seconds: 'import_seconds', bytes: 'import_bytes' } as const;
const megabyte = 1024 ** 2;
/** As people read it. */
const shown = (what: ImportedAmount, amount: number) => (what === 'bytes' ? Math.ceil(amount / megabyte) : amount);

/** One after the other, so that two at once do not both find room for one. */
async function lockTeam(client: Db, teamId: string): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('plimsoll imports ' || $1, 0))`, [teamId]);
}

/** Counts one import from now on. `bytes`: the file's, as far as they are known. Throws StoreError `imports_often` or `import_bytes`. */
export async function beginImport(db: Db, { teamId, caps, bytes }: Asked & { readonly bytes: number }): Promise<BegunImport> {
  return inTransaction(db, async (client) => {
    await lockTeam(client, teamId);
    const { rows } = await client.query<{ lately: number; retryAfterSeconds: number | null }>(
      `SELECT count(*)::int AS lately, ceil(extract(epoch FROM min(at) + interval '1 minute' - clock_timestamp()))::int AS "retryAfterSeconds"
       FROM import_usage WHERE team_id = $1 AND at > clock_timestamp() - interval '1 minute'`,
      [teamId],
    );
    const { lately = 0, retryAfterSeconds } = first(rows) ?? {};
    if (lately >= caps.perMinute)
      throw new StoreError('imports_often', { most: caps.perMinute, retryAfterSeconds: Math.max(1, retryAfterSeconds ?? 1) });
    const used = await readUsed(client, teamId, 'bytes');
    if (used + Math.max(1, bytes) > caps.perDay.bytes) throw await overDay(client, { teamId, caps, what: 'bytes', needed: bytes });
    const id = randomUUID();
    await client.query('INSERT INTO import_usage (id, team_id) VALUES ($1, $2)', [id, teamId]);
    return { id, bytesLeft: caps.perDay.bytes - used };
  });
}

/** Counts the part of its file that was read, whatever became of it. */
export async function noteImportedBytes(db: Db, id: string, bytes: number): Promise<void> {
  await db.query('UPDATE import_usage SET bytes = greatest(bytes, $2) WHERE id = $1', [id, Math.round(bytes)]);
}

/** Called in the transaction that keeps the run. Throws StoreError `import_rows` or `import_seconds` where the team's day has no room for it. */
export async function takeImported(
  client: Db,
  { id, teamId, caps, ...taken }: Asked & { readonly id: string; readonly rows: number; readonly seconds: number },
): Promise<void> {
  await lockTeam(client, teamId);
  for (const what of ['rows', 'seconds'] as const)
    if ((await readUsed(client, teamId, what)) + taken[what] > caps.perDay[what])
      throw await overDay(client, { teamId, caps, what, needed: taken[what] });
  await client.query('UPDATE import_usage SET rows = $2, seconds = $3 WHERE id = $1', [id, taken.rows, taken.seconds]);
}

async function readUsed(client: Db, teamId: string, what: ImportedAmount): Promise<number> {
  const { rows } = await client.query<{ used: number }>(
    `SELECT coalesce(sum(${what}), 0)::float8 AS used FROM import_usage WHERE team_id = $1 AND at > clock_timestamp() - interval '1 day'`,
    [teamId],
  );
  return first(rows)?.used ?? 0;
}

/** That the day has no room for so much, and when it has: `retryAfterSeconds` is 0 where it never has. */
export async function overDay(
  db: Db,
  { teamId, caps, what, needed }: Asked & { readonly what: ImportedAmount; readonly needed: number },
): Promise<StoreError> {
  const most = caps.perDay[what];
  // Once this one is a day old, what came after it leaves room.
  const { rows } = await db.query<{ retryAfterSeconds: number }>(
    `SELECT ceil(extract(epoch FROM min(at) + interval '1 day' - clock_timestamp()))::int AS "retryAfterSeconds" FROM (
       SELECT at, sum(${what}) OVER (ORDER BY at DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS newer
       FROM import_usage WHERE team_id = $1 AND at > clock_timestamp() - interval '1 day'
     ) AS each WHERE coalesce(newer, 0) + $2 <= $3`,
    [teamId, needed, most],
  );
  const retryAfterSeconds = needed > most ? 0 : Math.max(1, first(rows)?.retryAfterSeconds ?? 1);
  const used = await readUsed(db, teamId, what);
  return new StoreError(reasons[what], {
    most: shown(what, most),
    used: shown(what, used),
    needed: shown(what, needed),
    retryAfterSeconds,
  });
}

export function isOverDay(error: unknown): error is StoreError {
  return error instanceof StoreError && importedAmounts.some((what) => reasons[what] === error.code);
}
