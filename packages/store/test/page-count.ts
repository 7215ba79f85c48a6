/** Counts the pages that a function of the store reads: each of its statements is explained, undone, and then run. */
import type { Db, DbPool } from '@plimsoll/store/db';

export interface Reading {
  /** 8 kB of table or index each. */
  readonly pages: number;
  /** The highest that Postgres estimates for one statement. From 100 000 on it would compile it, unless it is told not to. */
  readonly cost: number;
}

interface Explained {
  readonly 'QUERY PLAN': readonly [
    { readonly Plan: { readonly 'Total Cost': number; readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number } },
  ];
}

/** Nothing of what `ask` writes stays. */
export async function countPages(pool: DbPool, ask: (db: Db) => Promise<unknown>): Promise<Reading> {
  const client = await pool.connect();
  let [pages, cost] = [0, 0];
  // Those who ask twice at once wait for each other.
  let last: Promise<unknown> = Promise.resolve();
  const counted = async (sql: string, values: unknown[] = []) => {
    if (/^\s*(with|select|insert|update|delete)\b/i.test(sql)) {
      await client.query('SAVEPOINT before');
      const { rows } = await client.query<Explained>(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${sql}`, values);
      await client.query('ROLLBACK TO before');
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      if (!plan) throw new Error(`no plan: ${sql}`);
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      cost = Math.max(cost, plan['Total Cost']);
    }
    return client.query(sql, values);
  };
  const query = (sql: string, values?: unknown[]) => {
    last = last.then(
      () => counted(sql, values),
      () => counted(sql, values),
    );
    return last;
  };
  try {
    await client.query('BEGIN');
    await ask({ query } as unknown as Db);
    return { pages, cost };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
