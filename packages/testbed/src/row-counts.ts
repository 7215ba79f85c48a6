/** How many rows each table of a database has. */
import { withClient } from './with-client.ts';

/** By table of the schema `public`. */
export function countRows(url: string): Promise<Record<string, number>> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    const counted: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${client.escapeIdentifier(name)}`);
      counted[name] = rows[0]?.count ?? 0;
    }
    return counted;
  });
}
