/** Rows and keys that are left when nothing is under way any more, and should not be. */
import type { ScaledStack } from './scaled-stack.ts';

/** Tables that keep what a run was, as long as the run is kept. */
const ofRuns = ['runs', 'run_shards', 'samples', 'sample_requests', 'idempotency_keys', 'run_events', 'run_event_marks'];
/** The queue's own keys in Redis: its settings, and a few lists that stay when they are empty. */
const mostQueueKeys = 10;

type Rows = Readonly<Record<string, number>>;

export interface Leftovers {
  /** A line for each kind that grew though it should not have. */
  readonly leaked: readonly string[];
  /** One line: what each run leaves by rule. */
  readonly perRun: string;
}

/** `before`: as it was before the first run. A worker that was killed leaves its row among those online for a day. */
export async function findLeftovers({ postgres, redis, workers }: ScaledStack, before: Rows, runs: number): Promise<Leftovers> {
  const [rows, keys] = [await postgres.countRows(), await redis.countKeys()];
  const grown = (table: string) => (rows[table] ?? 0) - (before[table] ?? 0);
  const starts = workers.reduce((sum, worker) => sum + worker.starts(), 0);
  const allowed: Rows = { workers_online: starts, runs, idempotency_keys: runs, run_shards: 2 * runs };
  const leaked = Object.keys(rows)
    .filter((table) => grown(table) > (allowed[table] ?? (ofRuns.includes(table) ? Infinity : 0)))
    .map((table) => `${table}: ${before[table] ?? 0} → ${rows[table]} rows`);
  if (keys > mostQueueKeys) leaked.push(`Redis: ${keys} keys`);
  const perRun = ofRuns.map((table) => `${(grown(table) / Math.max(1, runs)).toFixed(1)} ${table}`).join(', ');
  return { leaked, perRun: `rows per run: ${perRun}; ${rows.workers_online} workers_online of ${starts} starts; ${keys} keys in Redis` };
}
