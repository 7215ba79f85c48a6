/** The audit log of a team, read by page and filter. */
import type { AuditAction, AuditDetails, AuditEntry, AuditFilter, AuditSubject } from '@plimsoll/contracts/audit';
import { readCursor, writeCursor } from '../cursor.ts';
import type { Db } from '../db.ts';

interface AuditRow {
  id: string;
  at: Date;
  actor_id: string | null;
  actor_name: string | null;
  token_name: string | null;
  action: AuditAction;
  subject_kind: AuditSubject | null;
  subject_id: string | null;
  subject_name: string | null;
  details: AuditDetails;
  address: string | null;
  agent: string | null;
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    who: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' },
    token: row.token_name,
    action: row.action,
    what:
      row.subject_kind === null || row.subject_id === null ? null : { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    details: row.details,
    from: { address: row.address, agent: row.agent },
  };
}

/** At most `limit` entries below an id, the newest first. */
async function readBelow(db: Db, teamId: string, filter: AuditFilter, below: string | null, limit: number): Promise<AuditEntry[]> {
  const { rows } = await db.query<AuditRow>(
    `SELECT id, at, actor_id, actor_name, token_name, action, subject_kind, subject_id, subject_name, details, address, agent
     FROM audit_entries
     WHERE team_id = $1 AND ($2::bigint IS NULL OR id < $2) AND ($3::text IS NULL OR actor_id = $3)
       AND ($4::text IS NULL OR action = $4 OR starts_with(action, $4 || '.'))
       AND ($5::timestamptz IS NULL OR at >= $5) AND ($6::timestamptz IS NULL OR at < $6)
     ORDER BY id DESC LIMIT $7`,
    [teamId, below, filter.who ?? null, filter.what ?? null, filter.from ?? null, filter.to ?? null, limit],
  );
  return rows.map(toEntry);
}

/** One page, the newest first. A cursor of another filter is refused (`bad_cursor`). */
export async function listAudit(
  db: Db,
  teamId: string,
  { cursor, limit, ...filter }: AuditFilter & { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const scope = JSON.stringify(['audit', teamId, filter.who, filter.what, filter.from, filter.to]);
  const below = cursor === undefined ? null : await readCursor(db, scope, cursor);
  const found = await readBelow(db, teamId, filter, below, limit + 1);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? await writeCursor(db, scope, last.id) : null };
}

const atOnce = 500;

/** All of them, page by page, the newest first. Entries written meanwhile are left out. */
export async function* readAudit(db: Db, teamId: string, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  let below: string | null = null;
  for (;;) {
    const entries: AuditEntry[] = await readBelow(db, teamId, filter, below, atOnce);
    if (entries.length > 0) yield entries;
    const last = entries.at(-1);
    if (!last || entries.length < atOnce) return;
    below = last.id;
  }
}
