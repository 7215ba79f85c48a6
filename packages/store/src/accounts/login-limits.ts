/** Limits of failed sign-ins: by account, and by address whatever the account. */
import type { DbPool } from '../db.ts';
import { openRateLimit } from './rate-limit.ts';

export interface LoginAllowance {
  /** Failures of one account in a window. */
  readonly perAccount: number;
  /** Failures from one address in a window, whatever the account. */
  readonly perAddress: number;
  /** A window begins with the first failure. A caller over the limit waits as long again. */
  readonly windowSeconds: number;
}

/** A try that was counted as a failure. */
export interface LoginTry {
  /** The password was right, and a code is asked for: takes it back from the address. The account keeps it until the code is right, too. */
  halfway(): Promise<void>;
  /** It was none: forgets the account's failures, and takes this one back from the address. */
  worked(): Promise<void>;
}

export interface LoginLimits {
  /**
   * Counts this try as a failure before the password is looked at, so that many tries at once cannot slip through. Null: the
   * account or the address had too many. `account` is kept as it is given: give a hash.
   */
  begin(account: string, address: string): Promise<LoginTry | null>;
}

export function openLoginLimits(db: DbPool, { perAccount, perAddress, windowSeconds }: LoginAllowance): LoginLimits {
  const byAccount = openRateLimit(db, { name: 'account', most: perAccount, windowSeconds, sweeps: true });
  const byAddress = openRateLimit(db, { name: 'address', most: perAddress, windowSeconds });
  return {
    async begin(account, address) {
      // The address first: one that is over its limit must not be able to lock an account.
      if (!(await byAddress.take(address))) return null;
      if (!(await byAccount.take(account))) {
        await byAddress.giveBack(address);
        return null;
      }
      return {
        halfway: () => byAddress.giveBack(address),
        async worked() {
          await byAccount.forget(account);
          await byAddress.giveBack(address);
        },
      };
    },
  };
}
