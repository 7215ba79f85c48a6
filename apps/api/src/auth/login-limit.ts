/**
 * Sign-in limits, kept in Postgres so that every API process counts the same: 10 failures in 15 minutes per account,
 * 30 per address. A device that signed in to this account before keeps its own count, so that a stranger's guesses
 * cannot lock the owner out.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Db, inTransaction } from '@plimsoll/store/db';
import { ApiError } from '../http/api-error.ts';

const windowMinutes = 15;
const perAccount = 10;
const perAddress = 30;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

export interface LoginTry {
  readonly account: string;
}

/** Value of the cookie that marks a device as known to an account. */
export function deviceMark(secretKey: string, email: string): string {
  return createHmac('sha256', secretKey).update(`device\n${email.toLowerCase()}`).digest('base64url');
}

export function isKnownDevice(secretKey: string, email: string, mark: string | undefined): boolean {
  const expected = Buffer.from(deviceMark(secretKey, email));
  const got = Buffer.from(mark ?? '');
  return got.length === expected.length && timingSafeEqual(got, expected);
}

/**
 * Counts this try as a failure before the password is looked at, so that many tries at once cannot slip through;
 * {@link loginWorked} takes it back. Throws ApiError `too_many_requests`.
 */
export async function beginLogin(db: Db, email: string, address: string, known: boolean): Promise<LoginTry> {
  const account = hashOf(`${known ? 'known' : 'new'}\n${email.toLowerCase()}`);
  return inTransaction(db, async (client) => {
    // Tries at once are counted one after the other. Always in this order, so that two never wait for each other.
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 2)), pg_advisory_xact_lock(hashtextextended($2, 3))`, [
      address,
      account,
    ]);
    await client.query(`DELETE FROM login_failures WHERE failed_at < now() - interval '${windowMinutes} minutes'`);
    const { rows } = await client.query<{ account: number; address: number }>(
      `SELECT count(*) FILTER (WHERE account_hash = $1)::int AS account, count(*) FILTER (WHERE address = $2)::int AS address
       FROM login_failures WHERE account_hash = $1 OR address = $2`,
      [account, address],
    );
    const counts = rows[0] ?? { account: 0, address: 0 };
    if (counts.account >= perAccount || counts.address >= perAddress)
      throw new ApiError('too_many_requests', `Too many failed sign-ins. Try again in ${windowMinutes} minutes.`, [], {
        'retry-after': String(windowMinutes * 60),
      });
    await client.query('INSERT INTO login_failures (account_hash, address) VALUES ($1, $2)', [account, address]);
    return { account };
  });
}

export async function loginWorked(db: Db, attempt: LoginTry): Promise<void> {
  await db.query('DELETE FROM login_failures WHERE account_hash = $1', [attempt.account]);
}
