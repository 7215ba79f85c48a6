/** The rows that a thief of the database would read. */
import type { Db } from '@plimsoll/store/db';

/** Every row of every table, as text. */
export async function dumpRows(db: Db): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const parts: string[] = [];
  for (const { name } of rows) parts.push(JSON.stringify((await db.query(`SELECT t::text FROM ${name} t`)).rows));
  return parts.join('\n');
}
