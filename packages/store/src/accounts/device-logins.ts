/** Logins of machines by a person in a browser (after RFC 8628): asked for, looked at, decided once, and taken once. */
import { can, type Scope } from '@plimsoll/contracts/account';
import { type AuditPlace, writeAudit } from '../audit/audited.ts';
import type { Db } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { findPresentRole } from './members.ts';
import { insertToken } from './tokens.ts';

export interface NewDeviceLogin {
  readonly deviceHash: string;
  readonly userHash: string;
  readonly machine: string;
  readonly address: string;
  readonly lifeSeconds: number;
  readonly intervalSeconds: number;
}

export interface AskedLogin {
  readonly machine: string;
  /** From which it asked. */
  readonly address: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A machine that does not heed its interval has to wait so much longer (RFC 8628, 3.5). */
const slowerBySeconds = 5;

/** False: another login has this code. Those that are over are removed. */
export async function insertDeviceLogin(db: Db, login: NewDeviceLogin): Promise<boolean> {
  await db.query('DELETE FROM device_logins WHERE expires_at < now()');
  const { rowCount } = await db.query(
    `INSERT INTO device_logins (device_hash, user_hash, machine, address, expires_at, interval_seconds)
     VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5), $6) ON CONFLICT DO NOTHING`,
    [login.deviceHash, login.userHash, login.machine, login.address, login.lifeSeconds, login.intervalSeconds],
  );
  return rowCount === 1;
}

/** One that waits for a decision. Null: unknown, decided or over. */
export async function findDeviceLogin(db: Db, userHash: string): Promise<AskedLogin | null> {
  const { rows } = await db.query<AskedLogin>(
    `SELECT machine, address, created_at AS "createdAt", expires_at AS "expiresAt"
     FROM device_logins WHERE user_hash = $1 AND approved IS NULL AND expires_at > now()`,
    [userHash],
  );
  return first(rows);
}

/** False: unknown, decided before or over. */
export async function decideDeviceLogin(
  db: Db,
  userHash: string,
  { approved, teamId, userId }: { readonly approved: boolean; readonly teamId: string; readonly userId: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE device_logins SET approved = $2, team_id = $3, user_id = $4 WHERE user_hash = $1 AND approved IS NULL AND expires_at > now()`,
    [userHash, approved, teamId, userId],
  );
  return rowCount === 1;
}

type Waiting = { readonly state: 'pending' | 'slow_down'; readonly intervalSeconds: number };
type Decided = { readonly state: 'approved'; readonly teamId: string; readonly userId: string; readonly machine: string };
type Denied = { readonly state: 'denied' };
/** `approved`: the token that was given is the machine's now. */
export type DeviceAnswer = Waiting | Denied | { readonly state: 'approved' };

/** The token that the machine gets where the person said yes. */
export interface DeviceToken {
  readonly tokenHash: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date;
}

interface WaitingRow {
  id: string;
  approved: boolean | null;
  teamId: string | null;
  userId: string | null;
  machine: string;
  intervalSeconds: number;
  tooSoon: boolean;
}

/**
 * The machine asks what became of it. A decision is told once: its row is gone then. The person must be allowed to make tokens at that
 * moment, too. Null: unknown or over.
 */
export async function redeemDeviceLogin(db: Db, deviceHash: string, token: DeviceToken, place: AuditPlace): Promise<DeviceAnswer | null> {
  return inTransaction(db, async (client) => {
    const found = await takeDecision(client, deviceHash);
    if (found?.state !== 'approved') return found;
    const { teamId, userId, machine } = found;
    const role = await findPresentRole(client, userId, teamId);
    if (!role || !can(role, 'token.create')) return { state: 'denied' };
    const id = await insertToken(client, { teamId, userId, name: machine, ...token });
    const deed = { action: 'token.create', what: { kind: 'token', id }, details: { scopes: token.scopes.join(' ') } } as const;
    await writeAudit(client, { teamId, userId, tokenId: null, ...place }, deed);
    return { state: 'approved' };
  });
}

async function takeDecision(client: Db, deviceHash: string): Promise<Waiting | Denied | Decided | null> {
  const { rows } = await client.query<WaitingRow>(
    `SELECT id, approved, team_id AS "teamId", user_id AS "userId", machine, interval_seconds AS "intervalSeconds",
       coalesce(asked_at > clock_timestamp() - make_interval(secs => interval_seconds - 0.5), false) AS "tooSoon"
     FROM device_logins WHERE device_hash = $1 AND expires_at > now() FOR UPDATE`,
    [deviceHash],
  );
  const row = first(rows);
  if (!row) return null;
  const { id, approved, teamId, userId, machine, tooSoon } = row;
  if (approved === null || tooSoon) {
    const intervalSeconds = row.intervalSeconds + (tooSoon ? slowerBySeconds : 0);
    await client.query('UPDATE device_logins SET asked_at = clock_timestamp(), interval_seconds = $2 WHERE id = $1', [id, intervalSeconds]);
    return { state: tooSoon ? 'slow_down' : 'pending', intervalSeconds };
  }
  await client.query('DELETE FROM device_logins WHERE id = $1', [id]);
  return approved && teamId !== null && userId !== null ? { state: 'approved', teamId, userId, machine } : { state: 'denied' };
}
