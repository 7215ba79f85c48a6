/**
 * Sign-in limits: 10 failures in 15 minutes per account, 30 per address. A device that signed in to this account before keeps
 * its own count, so that a stranger's guesses cannot lock the owner out.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { LoginAllowance, LoginLimits, LoginTry } from '@plimsoll/store/login-limits';
import { accountWord } from '@plimsoll/wording/account-words';
import { ApiError } from '../http/api-error.ts';

const windowMinutes = 15;
export const loginAllowance: LoginAllowance = { perAccount: 10, perAddress: 30, windowSeconds: windowMinutes * 60 };

/** Value of the cookie that marks a device as known to an account. */
export function deviceMark(secretKey: string, email: string): string {
  return createHmac('sha256', secretKey).update(`device\n${email.toLowerCase()}`).digest('base64url');
}

export function isKnownDevice(secretKey: string, email: string, mark: string | undefined): boolean {
  const expected = Buffer.from(deviceMark(secretKey, email));
  const got = Buffer.from(mark ?? '');
  return got.length === expected.length && timingSafeEqual(got, expected);
}

/** Counts a try to sign in. Throws ApiError `too_many_requests`. */
export async function beginLogin(limits: LoginLimits, email: string, address: string, known: boolean): Promise<LoginTry> {
  const account = createHash('sha256')
    .update(`${known ? 'known' : 'new'}\n${email.toLowerCase()}`)
    .digest('base64url');
  const attempt = await limits.begin(account, address);
  if (!attempt)
    throw new ApiError('too_many_requests', accountWord('account.tooManySignIns', { count: windowMinutes }), [], {
      'retry-after': String(windowMinutes * 60),
    });
  return attempt;
}
