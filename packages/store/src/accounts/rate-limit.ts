/**
 * Limits of tries, counted in Postgres by rate-limiter-flexible, so that every API process counts the same and a
 * restart forgets nothing. All limits share the table `login_limits`, which has the columns that the library asks for.
 */
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { DbPool } from '../db.ts';

export interface Allowance {
  /** Tells the keys of this limit from those of the others. */
  readonly name: string;
  /** Tries in a window. */
  readonly most: number;
  /** A window begins with the first try. A caller over the limit waits as long again. */
  readonly windowSeconds: number;
  /** One limit of a process sweeps the table they share; the others leave it. */
  readonly sweeps?: boolean;
}

export interface RateLimit {
  /** Counts a try of `key`. False: it had too many. A key that nobody must read in the table is given as a hash. */
  take(key: string): Promise<boolean>;
  /** Takes one try back. */
  giveBack(key: string): Promise<void>;
  /** Forgets all tries of `key`. */
  forget(key: string): Promise<void>;
}

export function openRateLimit(db: DbPool, { name, most, windowSeconds, sweeps = false }: Allowance): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: db,
    storeType: 'pool',
    tableName: 'login_limits',
    tableCreated: true,
    keyPrefix: name,
    points: most,
    duration: windowSeconds,
    blockDuration: windowSeconds,
    clearExpiredByTimeout: sweeps,
  });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return true;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return false;
        throw refused;
      }
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
    async forget(key) {
      await limiter.delete(key);
    },
  };
}
