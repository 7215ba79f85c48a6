/** Public hosts that a team proves to be its own. Another file says what a proof is, and where it is looked for. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Refusal } from '@plimsoll/contracts/refusal';
import { mostHosts, type ProofKind } from '@plimsoll/contracts/team-host';
import type { Db } from '../db.ts';
import { first, inTransaction, jsonText } from '../query.ts';

export interface StoredHost {
  readonly id: string;
  readonly host: string;
  readonly token: string;
  readonly checkedAt: Date | null;
  readonly provenAt: Date | null;
  readonly provenBy: ProofKind | null;
  /** The addresses at which the last look found the proof; empty: none. */
  readonly addresses: readonly string[];
  readonly problem: Refusal | null;
}

/** The result of a look for the proof. */
export type FoundProof = { readonly by: ProofKind; readonly addresses: readonly string[] } | { readonly problem: Refusal };

const columns = `id, host, token, checked_at AS "checkedAt", proven_at AS "provenAt", proven_by AS "provenBy", addresses, problem`;

export async function listTeamHosts(db: Db, teamId: string): Promise<StoredHost[]> {
  const { rows } = await db.query<StoredHost>(`SELECT ${columns} FROM team_hosts WHERE team_id = $1 ORDER BY host`, [teamId]);
  return rows;
}

export async function findTeamHost(db: Db, teamId: string, id: string): Promise<StoredHost | null> {
  const { rows } = await db.query<StoredHost>(`SELECT ${columns} FROM team_hosts WHERE team_id = $1 AND id = $2`, [teamId, id]);
  return first(rows);
}

/** The host as it is kept; one that the team has already stays as it is. Null: the team has as many as it may. */
export async function addTeamHost(
  db: Db,
  teamId: string,
  host: string,
): Promise<{ readonly host: StoredHost; readonly isNew: boolean } | null> {
  return inTransaction(db, async (client) => {
    await client.query('SELECT FROM teams WHERE id = $1 FOR UPDATE', [teamId]);
    const { rows } = await client.query<StoredHost>(
      `INSERT INTO team_hosts (id, team_id, host, token)
       SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM team_hosts WHERE team_id = $2) < $5
       ON CONFLICT (team_id, host) DO NOTHING RETURNING ${columns}`,
      [randomUUID(), teamId, host, randomBytes(32).toString('hex'), mostHosts],
    );
    const added = first(rows);
    if (added) return { host: added, isNew: true };
    const kept = await client.query<StoredHost>(`SELECT ${columns} FROM team_hosts WHERE team_id = $1 AND host = $2`, [teamId, host]);
    const one = first(kept.rows);
    return one && { host: one, isNew: false };
  });
}

/** False: somebody looked less than so long ago, or the host is gone. */
export async function mayCheckHost(db: Db, teamId: string, id: string, seconds: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE team_hosts SET checked_at = now() WHERE team_id = $1 AND id = $2
       AND (checked_at IS NULL OR checked_at < now() - $3 * interval '1 second')`,
    [teamId, id, seconds],
  );
  return (rowCount ?? 0) > 0;
}

/** Keeps what a look found; null: the host is gone. */
export async function noteHostCheck(db: Db, teamId: string, host: string, found: FoundProof): Promise<StoredHost | null> {
  const proof = 'by' in found ? found : null;
  const { rows } = await db.query<StoredHost>(
    `UPDATE team_hosts SET checked_at = now(), addresses = $4, problem = $5, proven_by = coalesce($3, proven_by),
       proven_at = CASE WHEN $3::text IS NULL THEN proven_at ELSE now() END
     WHERE team_id = $1 AND host = $2 RETURNING ${columns}`,
    [teamId, host, proof?.by ?? null, proof?.addresses ?? [], 'problem' in found ? jsonText(found.problem) : null],
  );
  return first(rows);
}

export async function removeTeamHost(db: Db, teamId: string, id: string): Promise<StoredHost | null> {
  const { rows } = await db.query<StoredHost>(`DELETE FROM team_hosts WHERE team_id = $1 AND id = $2 RETURNING ${columns}`, [teamId, id]);
  return first(rows);
}
