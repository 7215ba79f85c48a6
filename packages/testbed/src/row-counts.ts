/** How many rows each table of a database has. */
import pg from 'pg';

/** By table of the schema `public`. */
export async function countRows(url: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    const counted: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${client.escapeIdentifier(name)}`);
      counted[name] = rows[0]?.count ?? 0;
    }
    return counted;
  } finally {
    await client.end();
  }
}
