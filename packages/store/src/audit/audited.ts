/** Writes the audit log, in the transaction of what it tells of where there is one. Entries are never changed: a trigger refuses it. */
import type { AuditAction, AuditDetails, AuditSubject } from '@plimsoll/contracts/audit';
import type { Db } from '../db.ts';
import { first, inTransaction, jsonText } from '../query.ts';

/** From where something was done. */
export interface AuditPlace {
  /** Null: by a schedule, at its time. */
  readonly address: string | null;
  /** Browser or program in a few words; null: it did not say. */
  readonly agent: string | null;
}

/** The person or token that did it, for which team. */
export interface AuditActor extends AuditPlace {
  readonly teamId: string;
  readonly userId: string;
  readonly tokenId: string | null;
}

export interface AuditTarget {
  readonly kind: AuditSubject;
  readonly id: string;
  /** Left out: looked up. */
  readonly name?: string;
}

export interface Deed {
  readonly action: AuditAction;
  readonly what?: AuditTarget;
  readonly details?: AuditDetails;
}

const nameSql: Readonly<Partial<Record<AuditSubject, string>>> = {
  run: 'SELECT name FROM runs WHERE id = $1::uuid AND team_id = $2',
  plan: 'SELECT name FROM plans WHERE id = $1::uuid AND team_id = $2',
  experiment: 'SELECT name FROM experiments WHERE id = $1::uuid AND team_id = $2',
  token: 'SELECT name FROM tokens WHERE id = $1::uuid AND team_id = $2',
  share: 'SELECT title AS name FROM shares WHERE id = $1::uuid AND team_id = $2',
  webhook: 'SELECT name FROM webhooks WHERE id = $1::uuid AND team_id = $2',
  schedule: 'SELECT name FROM schedules WHERE id = $1::uuid AND team_id = $2',
  hook: 'SELECT name FROM plan_hooks WHERE id = $1::uuid AND team_id = $2',
  invitation: 'SELECT email AS name FROM invitations WHERE id = $1::uuid AND team_id = $2',
  member: 'SELECT u.name FROM members m JOIN users u ON u.id = m.user_id WHERE m.user_id = $1 AND m.team_id = $2',
};

async function findName(db: Db, teamId: string, { kind, id }: AuditTarget): Promise<string | null> {
  const sql = nameSql[kind];
  if (sql === undefined) return null;
  const { rows } = await db.query<{ name: string | null }>(sql, [id, teamId]);
  return first(rows)?.name ?? null;
}

/** Notes a deed that is done. */
export async function writeAudit(db: Db, by: AuditActor, { action, what, details = {} }: Deed): Promise<void> {
  const name = what ? (what.name ?? (await findName(db, by.teamId, what))) : null;
  await db.query(
    `INSERT INTO audit_entries (team_id, actor_id, actor_name, token_name, action, subject_kind, subject_id, subject_name, details, address, agent)
     VALUES ($1, $2, (SELECT name FROM users WHERE id = $2), (SELECT name FROM tokens WHERE id = $3), $4, $5, $6, $7, $8, $9, $10)`,
    [by.teamId, by.userId, by.tokenId, action, what?.kind ?? null, what?.id ?? null, name, jsonText(details), by.address, by.agent],
  );
}

/**
 * Does something and notes it, both or neither. `what` is what it is done to, as far as that is known before. `done` says what became of
 * it; null: nothing was done, and nothing is noted.
 */
export async function audited<T>(
  db: Db,
  by: AuditActor,
  deed: Deed,
  work: (client: Db) => Promise<T>,
  done: (value: T) => Partial<Deed> | null = () => ({}),
): Promise<T> {
  return inTransaction(db, async (client) => {
    // Afterwards it may be gone.
    const name = deed.what && (await findName(client, by.teamId, deed.what));
    const value = await work(client);
    const more = done(value);
    if (more) {
      const what = deed.what && { ...deed.what, ...(name == null ? {} : { name }) };
      await writeAudit(client, by, { ...deed, ...(what ? { what } : {}), ...more });
    }
    return value;
  });
}

/** Notes what somebody did who belongs to several teams, in each of them; nothing where the address has no account or no team. */
export async function writeAuditOfPerson(
  db: Db,
  email: string,
  place: AuditPlace,
  action: AuditAction,
  details: AuditDetails = {},
): Promise<void> {
  await db.query(
    `INSERT INTO audit_entries (team_id, actor_id, actor_name, action, address, agent, details)
     SELECT m.team_id, u.id, u.name, $2, $3, $4, $5 FROM users u JOIN members m ON m.user_id = u.id WHERE u.email = lower($1)`,
    [email, action, place.address, place.agent, jsonText(details)],
  );
}

/** Notes what `by` did to a person, in each team of that person. */
export async function writeAuditAboutPerson(db: Db, by: AuditActor, userId: string, action: AuditAction): Promise<void> {
  await db.query(
    `INSERT INTO audit_entries (team_id, actor_id, actor_name, action, subject_kind, subject_id, subject_name, address, agent)
     SELECT m.team_id, $2, (SELECT name FROM users WHERE id = $2), $3, 'member', u.id, u.name, $4, $5
     FROM users u JOIN members m ON m.user_id = u.id WHERE u.id = $1`,
    [userId, by.userId, action, by.address, by.agent],
  );
}
