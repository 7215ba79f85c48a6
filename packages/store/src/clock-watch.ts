/**
 * Watches whether the database's clock is stepped. A heartbeat is older than it was when the clock was set ahead, and none is ever old when it
 * was set back: for a while after a step nobody is judged by his last heartbeat.
 */
import type { Db } from './db.ts';
import { first } from './query.ts';

export interface ClockWatch {
  /** The database's clock (ms since 1970) as it was between these two times of the monotonic clock, ms. */
  read(clockMs: number, sentMs: number, answeredMs: number): void;
  /** The time since it was stepped, ms; Infinity where that was never seen. */
  steadyMs(): number;
  /** Is the last step so long ago that every heartbeat of one who lives was written since? */
  isSteady(): boolean;
}

/** A step that is smaller does no harm: silence is longer. */
const toleranceMs = 1000;
/** Longer than the silence after which a run is lost. */
const doubtMs = 15_000;
/** A reading that took longer says too little to hold the next one against. */
const widestMs = 1000;

/** The time before the first reading counts as steady. `now`: the monotonic clock, ms. */
export function openClockWatch(now: () => number = () => performance.now()): ClockWatch {
  let known: { readonly leastMs: number; readonly mostMs: number } | null = null;
  let steppedAtMs = Number.NEGATIVE_INFINITY;
  return {
    read(clockMs, sentMs, answeredMs) {
      const ahead = { leastMs: clockMs - answeredMs, mostMs: clockMs - sentMs };
      const stepped = known !== null && (ahead.leastMs > known.mostMs + toleranceMs || ahead.mostMs < known.leastMs - toleranceMs);
      if (stepped) steppedAtMs = answeredMs;
      if (known === null || stepped || answeredMs - sentMs <= widestMs) known = ahead;
    },
    steadyMs: () => now() - steppedAtMs,
    isSteady: () => now() - steppedAtMs >= doubtMs,
  };
}

/** SQL: `now()` as a ClockWatch reads it. */
export const clockColumn = `(extract(epoch FROM now()) * 1000)::float8`;

/** Reads the clock that `now()` shows in this transaction, which was begun at `sentMs` or later. */
export async function readClock(client: Db, watch: ClockWatch, sentMs: number): Promise<void> {
  const { rows } = await client.query<{ clock_ms: number }>(`SELECT ${clockColumn} AS clock_ms`);
  const row = first(rows);
  if (row) watch.read(row.clock_ms, sentMs, performance.now());
}

/**
 * SQL: was this time (of a heartbeat) not within the last so many ms, an expression? One that lies as far ahead was written before the clock was set back.
 */
export function silentSince(column: string, ms: string): string {
  return `(${column} < now() - ${ms} * interval '1 ms' OR ${column} > now() + ${ms} * interval '1 ms')`;
}

/** SQL: is Postgres back for so long that everybody who lives was heard since? It may have been started by another clock. */
export const databaseIsUp = `pg_postmaster_start_time() NOT BETWEEN now() - interval '15 s' AND now()`;
