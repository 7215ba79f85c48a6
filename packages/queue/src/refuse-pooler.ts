/** A queue in Postgres needs sessions of its own, which a pooler in transaction mode does not give. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sessionOptions } from './backend.ts';

/** The code of a database that has no place for the queue. */
export class PooledQueueError extends Error {
  readonly code = 'pooled_queue';
  constructor() {
    super(
      'Redis is needed: DATABASE_URL leads through a connection pooler (such as PgBouncer in transaction mode), and the queue cannot live in Postgres behind one. Set REDIS_URL, or let DATABASE_URL name Postgres itself.',
    );
    this.name = 'PooledQueueError';
  }
}

/** SQLSTATE protocol_violation: PgBouncer over a start-up parameter that it does not take. */
const protocolViolation = '08P01';
const heardWithinMs = 2000;

/** Throws a PooledQueueError where a connection is no session: it forgets its search_path, or hears no NOTIFY. */
export async function refusePooler(databaseUrl: string): Promise<void> {
  const clients = [1, 2].map(
    () =>
      new pg.Client({
        connectionString: databaseUrl,
        options: sessionOptions,
        application_name: 'plimsoll queue',
        connectionTimeoutMillis: 10_000,
        query_timeout: 15_000,
      }),
  );
  for (const client of clients) client.on('error', () => undefined);
  const [listener, speaker] = clients as [pg.Client, pg.Client];
  try {
    await listener.connect();
    const { rows } = await listener.query<{ path: string; pid: number }>(
      `SELECT current_setting('search_path') AS path, pg_backend_pid() AS pid`,
    );
    const [session] = rows;
    if (!sessionOptions.endsWith(`=${session?.path}`)) throw new PooledQueueError();
    // It is the server itself: a pooler makes up a number of its own.
    if (session?.pid === (listener as pg.Client & { readonly processID: number }).processID) return;
    await speaker.connect();
    if (!(await isHeard(listener, speaker))) throw new PooledQueueError();
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    throw code === protocolViolation && /startup parameter/.test(message ?? '') ? new PooledQueueError() : error;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function isHeard(listener: pg.Client, speaker: pg.Client): Promise<boolean> {
  const heard = new Promise<boolean>((done) => listener.once('notification', () => done(true)));
  await listener.query('LISTEN plimsoll_session');
  await speaker.query('NOTIFY plimsoll_session');
  return Promise.race([heard, sleep(heardWithinMs, false)]);
}
