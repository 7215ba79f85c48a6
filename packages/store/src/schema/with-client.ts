/** One connection for one long job. */
import pg from 'pg';

export async function withClient<T>(url: string, applicationName: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    // A transaction that is still open ends with its connection, undone.
    await client.end().catch(() => undefined);
  }
}
