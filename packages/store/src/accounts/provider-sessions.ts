/** Sessions that the provider opened, ended by the provider (OpenID Connect Back-Channel Logout 1.0, 2.7). */
import { createHash } from 'node:crypto';
import { type AuditPlace, writeAuditOfPerson } from '../audit/audited.ts';
import type { Db, DbPool } from '../db.ts';
import { first, inTransaction } from '../query.ts';
import { providerOf } from './provider-accounts.ts';

/** What a logout token says, after it was checked. It names a subject, a session of the provider, or both. */
export interface ProviderLogout {
  readonly issuer: string;
  /** `sub`; null: not told. */
  readonly subject: string | null;
  /** `sid`; null: all sessions of the subject. */
  readonly session: string | null;
  /** `jti`: a token works once. */
  readonly tokenId: string;
  /** Nobody takes the token after this moment. */
  readonly takenUntil: Date;
}

const hashOf = (...parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** How a session of the provider is kept beside the one that it opened here. */
export const providerSessionKey = (issuer: string, session: string): string => hashOf(issuer, session);

interface EndedRow {
  user_id: string;
}

/** A session that does not know by which of the provider's it was opened ends with any of its person's. */
async function endNamed(client: Db, { issuer, subject, session }: ProviderLogout): Promise<EndedRow[]> {
  const key = session === null ? null : providerSessionKey(issuer, session);
  if (subject === null) {
    const { rows } = await client.query<EndedRow>(
      `DELETE FROM sessions WHERE opened_by = 'oidc' AND provider_session = $1 RETURNING user_id`,
      [key],
    );
    return rows;
  }
  const { rows } = await client.query<EndedRow>(
    `DELETE FROM sessions WHERE opened_by = 'oidc'
       AND user_id = (SELECT user_id FROM accounts WHERE provider_id = $1 AND account_id = $2)
       AND ($3::text IS NULL OR provider_session IS NULL OR provider_session = $3)
     RETURNING user_id`,
    [providerOf(issuer), subject, key],
  );
  return rows;
}

/**
 * Logouts wait for those who look for one, and these for logouts. So a session that is there before the look at the marks is seen by a logout
 * that leaves its own after it.
 */
const lock = `hashtextextended('plimsoll provider logout', 0)`;

/**
 * Ends the sessions that the token names, of those that the provider opened, and notes it in the audit log of their person; answers how many.
 * Null: the token was used before.
 */
export async function endProviderSessions(db: Db, logout: ProviderLogout, place: AuditPlace): Promise<number | null> {
  const { issuer, subject, session, tokenId, takenUntil } = logout;
  return inTransaction(db, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(${lock})`);
    const { rowCount } = await client.query(
      `INSERT INTO used_logout_tokens (token_hash, expires_at, provider_id, subject, provider_session, used_at)
       VALUES ($1, $2, $3, $4, $5, clock_timestamp()) ON CONFLICT DO NOTHING`,
      [hashOf(issuer, tokenId), takenUntil, providerOf(issuer), subject, session === null ? null : providerSessionKey(issuer, session)],
    );
    if (rowCount === 0) return null;
    const ended = await endNamed(client, logout);
    for (const userId of new Set(ended.map(({ user_id }) => user_id))) {
      const { rows } = await client.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
      const sessions = ended.filter(({ user_id }) => user_id === userId).length;
      await writeAuditOfPerson(client, first(rows)?.email ?? '', place, 'session.end', { by: 'oidc', sessions });
    }
    return ended.length;
  });
}

/**
 * Ends the session, which nobody was handed yet, if the provider ended its own meanwhile; answers whether it did. To be asked once the session is
 * committed. `underWayMs`: for how long it has been in the making, asked once the database told its time, so that a wait moves the begin to no later
 * moment. A session of the provider that a token named by `sid` is over for good.
 */
export async function endIfProviderDid(db: DbPool, sessionId: string, underWayMs: () => number): Promise<boolean> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ now: Date }>(`SELECT pg_advisory_xact_lock_shared(${lock}), clock_timestamp() AS now`);
    const began = (rows[0]?.now.getTime() ?? 0) - underWayMs();
    const { rowCount } = await client.query(
      `DELETE FROM sessions s USING used_logout_tokens t
       WHERE s.id = $1 AND s.opened_by = 'oidc'
         AND (t.subject IS NULL
           OR EXISTS (SELECT FROM accounts a WHERE a.user_id = s.user_id AND a.provider_id = t.provider_id AND a.account_id = t.subject))
         AND (t.provider_session = s.provider_session
           OR (t.subject IS NOT NULL AND (t.provider_session IS NULL OR s.provider_session IS NULL) AND t.used_at >= $2))`,
      [sessionId, new Date(began)],
    );
    return rowCount === 1;
  });
}
