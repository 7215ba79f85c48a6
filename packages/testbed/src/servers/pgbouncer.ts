/** A real PgBouncer in transaction mode, in front of one database. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand } from '../find-command.ts';
import { freePort } from '../free-port.ts';
import { createServerFolder, spawnServer } from './spawned-server.ts';

export interface PgBouncer {
  /** The database, through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Is it on the machine? `npm test` installs it where it can. */
export const hasPgBouncer = (): boolean => findCommand('pgbouncer') !== null;

/** `sessions`: how many connections it keeps to the server, for however many come. */
export async function startPgBouncer(databaseUrl: string, sessions: number): Promise<PgBouncer> {
  const to = new URL(databaseUrl);
  const port = await freePort();
  const database = to.pathname.slice(1);
  const folder = createServerFolder();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${database} = host=${to.hostname} port=${to.port || 5432} user=${to.username} password=${to.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
ignore_startup_parameters = extra_float_digits
`,
  );
  // As root it works as somebody else, who may not read the folder.
  chmodSync(folder, 0o755);
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const server = await spawnServer([findCommand('pgbouncer') ?? 'pgbouncer', ...asRoot, file], folder, port);
  return {
    url: `postgres://${to.username}@127.0.0.1:${port}/${database}`,
    stop: server.close,
  };
}
