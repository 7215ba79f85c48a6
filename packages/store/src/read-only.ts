/** A server that only reads, as a standby does and a primary that was taken out of service: its connections are replaced until one leads to a server that writes. */
import type { Client, ClientBase } from 'pg';
import type { Db, DbPool } from './db.ts';

/** SQLSTATE read_only_sql_transaction. */
export const readOnlyState = '25006';
/** So long a connection to such a server may be used: stored data can be read meanwhile. */
const usableMs = 1000;

/** Is this what a server says that only reads? */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === readOnlyState;
}

/** Notes when connections of a pool are found to lead to a server that only reads; `replaceIfOld` is for one that is given back. */
export interface ReadOnlyConnections {
  /** Asks the server, once when the connection is made. */
  look(client: ClientBase): Promise<void>;
  /** Hears the connection's errors from now on. */
  listen(client: Client): void;
  replaceIfOld(client: ClientBase & Pick<Client, 'end'>): void;
}

export function watchReadOnly(now: () => number = () => performance.now()): ReadOnlyConnections {
  const usableUntil = new WeakMap<ClientBase, number>();
  return {
    async look(client) {
      if (await isServerReadOnly(client)) usableUntil.set(client, now() + usableMs);
    },
    listen(client) {
      client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
        // It wrote before, or was to write: another server may do so now.
        if (code === readOnlyState) usableUntil.set(client, now());
      });
    },
    replaceIfOld(client) {
      const until = usableUntil.get(client);
      // A pool keeps no connection that is being closed.
      if (until !== undefined && now() >= until) client.end().catch(() => undefined);
    },
  };
}

async function isServerReadOnly(db: Pick<Db, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  return rows[0]?.transaction_read_only === 'on';
}

/** Throws as a write would where the server only reads, and what Postgres or the network says where it cannot be asked. Nothing is written. */
export async function expectWritable(db: DbPool): Promise<void> {
  const client = await db.connect();
  // One that was not answered is not used again either.
  let useless = true;
  try {
    useless = await isServerReadOnly(client);
  } finally {
    client.release(useless);
  }
  if (useless) throw Object.assign(new Error('the server is in recovery or set to read only'), { code: readOnlyState });
}
