/** A session lock that tells others that the owner of a data directory lives. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** While it is held, the data directory is in use. */
export const ownerLock = 4300;
const pauseMs = 500;

export interface OwnerLock {
  close(): Promise<void>;
}

/** Takes the lock, and takes it again whenever the connection that holds it is lost, until it is closed. */
export async function holdOwnerLock(url: string): Promise<OwnerLock> {
  let closed = false;
  let holder: pg.Client;
  async function take(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'plimsoll launcher',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`SELECT pg_advisory_lock(${ownerLock})`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    holder = client;
    client.once('end', () => void takeAgain());
  }
  async function takeAgain(): Promise<void> {
    while (!closed) {
      await sleep(pauseMs, undefined, { ref: false });
      // The server may be starting.
      if (
        !closed &&
        (await take().then(
          () => true,
          () => false,
        ))
      )
        return;
    }
  }
  await take();
  return {
    async close() {
      closed = true;
      await holder.end().catch(() => undefined);
    },
  };
}
