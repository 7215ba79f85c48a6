/** How often accounts may be tried, made and invited. Counted in Postgres, so every API process counts the same. */
import { createHash } from 'node:crypto';
import type { DbPool } from '@plimsoll/store/db';
import { type LoginLimits, openLoginLimits } from '@plimsoll/store/login-limits';
import { openRateLimit, type RateLimit } from '@plimsoll/store/rate-limit';
import { accountWord } from '@plimsoll/wording/account-words';
import { ApiError } from '../http/api-error.ts';

const windowMinutes = 15;
const windowSeconds = windowMinutes * 60;

export interface AccountLimits {
  /** Failed sign-ins of devices that are new to an account: 10 by account, 30 by address. */
  readonly logins: LoginLimits;
  /** Failed sign-ins of devices that are known to an account; over it they are slowed down, never locked out. */
  readonly knownDevices: RateLimit;
  /** Accounts asked for, by address. */
  readonly signUps: RateLimit;
  /** Wrong current passwords, by person. */
  readonly passwordChanges: RateLimit;
  /** Links for a new password, by address that asks and by account. */
  readonly resets: RateLimit;
  /** Invitations, by person who invites. */
  readonly invitations: RateLimit;
}

export function openAccountLimits(db: DbPool): AccountLimits {
  return {
    logins: openLoginLimits(db, { perAccount: 10, perAddress: 30, windowSeconds }),
    knownDevices: openRateLimit(db, { name: 'known', most: 10, windowSeconds }),
    signUps: openRateLimit(db, { name: 'sign-up', most: 20, windowSeconds }),
    passwordChanges: openRateLimit(db, { name: 'password', most: 10, windowSeconds }),
    resets: openRateLimit(db, { name: 'reset', most: 5, windowSeconds }),
    invitations: openRateLimit(db, { name: 'invite', most: 60, windowSeconds }),
  };
}

/** Key of an account in the limits: its address is not to be read there. */
export function accountKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

/** Of what there was too much. */
export function tooMany(what: 'tooManySignIns' | 'tooManySignUps' | 'tooManyPasswords' | 'tooManyInvitations' | 'tooManyResets'): ApiError {
  return new ApiError('too_many_requests', accountWord(`account.${what}`, { count: windowMinutes }), [], {
    'retry-after': String(windowSeconds),
  });
}
