/** Limits on how often accounts may be tried, made and invited. Postgres keeps the counts, so every API process counts the same. */
import { createHash } from 'node:crypto';
import { hookStarts } from '@plimsoll/contracts/hook';
import type { DbPool } from '@plimsoll/store/db';
import { type LoginLimits, openLoginLimits } from '@plimsoll/store/login-limits';
import { openRateLimit, type RateLimit } from '@plimsoll/store/rate-limit';
import { accountWords } from '@plimsoll/wording/en/account';
import { type ApiError, notNow } from '../http/api-error.ts';

const windowMinutes = 15;
const windowSeconds = windowMinutes * 60;
/** A code is taken for its own 30 s, those before and those after. */
const codeSeconds = 90;

export interface AccountLimits {
  /** Failed sign-ins of devices that are new to an account: 10 by account, 30 by address. */
  readonly logins: LoginLimits;
  /** Failed sign-ins of devices that are known to an account; over it they are slowed down, never locked out. */
  readonly knownDevices: RateLimit;
  /**
   * Wrong codes of the second step on devices that are known to an account. A person who has only the password counts elsewhere, and cannot
   * use these up.
   */
  readonly knownCodes: RateLimit;
  /** Accounts asked for, by address. */
  readonly signUps: RateLimit;
  /** Wrong current passwords, by person. */
  readonly passwordChanges: RateLimit;
  /** Wrong codes of the second factor where somebody is signed in, by person. */
  readonly codes: RateLimit;
  /** A code of an app works once (RFC 6238, 5.2). By person and code: {@link useCode}. */
  readonly usedCodes: RateLimit;
  /** Sign-ins begun at the provider or by passkey and not finished, by address: a whole company may come from one. */
  readonly begunSignIns: RateLimit;
  /** Logout tokens of the provider that were refused, by address. One that counts is taken all the same. */
  readonly refusedLogouts: RateLimit;
  /** What a sealed cookie carries works once, by its random part. */
  readonly usedCookies: RateLimit;
  /** Entries of the audit log about refused tries, by account: a flood must not fill it. */
  readonly notedRefusals: RateLimit;
  /** Links for a new password, by address that asks and by account. */
  readonly resets: RateLimit;
  /** Machines that ask for a token, by address. */
  readonly deviceCodes: RateLimit;
  /** Codes of machines that were typed and belong to none, by person. */
  readonly deviceGuesses: RateLimit;
  /** Invitations, by person who invites. */
  readonly invitations: RateLimit;
  /** Starts by a deploy hook. */
  readonly hookStarts: RateLimit;
}

export function openAccountLimits(db: DbPool): AccountLimits {
  return {
    logins: openLoginLimits(db, { perAccount: 10, perAddress: 30, windowSeconds }),
    knownDevices: openRateLimit(db, { name: 'known', most: 10, windowSeconds }),
    knownCodes: openRateLimit(db, { name: 'known-code', most: 10, windowSeconds }),
    signUps: openRateLimit(db, { name: 'sign-up', most: 20, windowSeconds }),
    passwordChanges: openRateLimit(db, { name: 'password', most: 10, windowSeconds }),
    codes: openRateLimit(db, { name: 'code', most: 10, windowSeconds }),
    usedCodes: openRateLimit(db, { name: 'used-code', most: 1, windowSeconds: codeSeconds }),
    begunSignIns: openRateLimit(db, { name: 'begun', most: 100, windowSeconds }),
    refusedLogouts: openRateLimit(db, { name: 'logout', most: 100, windowSeconds }),
    usedCookies: openRateLimit(db, { name: 'used-cookie', most: 1, windowSeconds }),
    notedRefusals: openRateLimit(db, { name: 'noted', most: 1, windowSeconds }),
    resets: openRateLimit(db, { name: 'reset', most: 5, windowSeconds }),
    deviceCodes: openRateLimit(db, { name: 'device', most: 20, windowSeconds }),
    deviceGuesses: openRateLimit(db, { name: 'device-guess', most: 10, windowSeconds }),
    invitations: openRateLimit(db, { name: 'invite', most: 60, windowSeconds }),
    hookStarts: openRateLimit(db, { name: 'hook', most: hookStarts.most, windowSeconds: 60 * hookStarts.windowMinutes }),
  };
}

/** Key of an account in the limits: its address is not to be read there. */
export function accountKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}

/** False: the person used this code of the app before, wherever a code is asked for. */
export function useCode({ usedCodes }: AccountLimits, userId: string, code: string): Promise<boolean> {
  return usedCodes.take(createHash('sha256').update(`${userId} ${code}`).digest('base64url'));
}

/** The refusal of one more attempt after too many. */
export function tooMany(
  what:
    | 'tooManySignIns'
    | 'tooManyLogouts'
    | 'tooManySignUps'
    | 'tooManyPasswords'
    | 'tooManyCodes'
    | 'tooManyInvitations'
    | 'tooManyResets'
    | 'tooManyDevices'
    | 'tooManyDeviceGuesses',
): ApiError {
  return notNow('too_many_requests', accountWords[what], windowSeconds);
}
