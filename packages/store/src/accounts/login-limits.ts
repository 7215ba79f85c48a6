/**
 * How often a sign-in may fail, counted in Postgres by rate-limiter-flexible, so that every API process counts the same and a
 * restart forgets nothing. The table `login_limits` has the columns that the library asks for.
 */
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { DbPool } from '../db.ts';

export interface LoginAllowance {
  /** Failures of one account in a window. */
  readonly perAccount: number;
  /** Failures from one address in a window, whatever the account. */
  readonly perAddress: number;
  /** A window begins with the first failure. Who goes over the limit waits as long again. */
  readonly windowSeconds: number;
}

/** A try that was counted as a failure. */
export interface LoginTry {
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

async function takes(limiter: RateLimiterPostgres, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false;
    throw refused;
  }
}

export function openLoginLimits(db: DbPool, { perAccount, perAddress, windowSeconds }: LoginAllowance): LoginLimits {
  const shared = { storeClient: db, storeType: 'pool', tableName: 'login_limits', tableCreated: true };
  const times = { duration: windowSeconds, blockDuration: windowSeconds };
  const byAccount = new RateLimiterPostgres({ ...shared, ...times, keyPrefix: 'account', points: perAccount });
  // One of the two sweeps the table they share.
  const byAddress = new RateLimiterPostgres({
    ...shared,
    ...times,
    keyPrefix: 'address',
    points: perAddress,
    clearExpiredByTimeout: false,
  });
  return {
    async begin(account, address) {
      // The address first: one that is over its limit must not be able to lock an account.
      if (!(await takes(byAddress, address))) return null;
      if (!(await takes(byAccount, account))) {
        await byAddress.reward(address);
        return null;
      }
      return {
        async worked() {
          await byAccount.delete(account);
          await byAddress.reward(address);
        },
      };
    },
  };
}
