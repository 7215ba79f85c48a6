import pg from 'pg';

/** Lends a connection to a database, which is closed behind its user. One that the server ends ends what is asked on it, and not the process. */
export async function withClient<Told>(url: string, use: (client: pg.Client) => Promise<Told>): Promise<Told> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
