/** A server that `kill -9` of an earlier owner left behind: found, told from a server whose owner lives, and shut down. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ownerLock } from './owner-lock.ts';
import { PostgresError } from './postgres-error.ts';

/** An owner that was told to stop has let go by then. */
const stoppingMs = 4000;
/** A server that still starts, or a machine that is busy, answers by then. */
const silentMs = 20_000;

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The process that says it holds the directory, if it lives. */
function findHolder(data: string): { pid: number; port: number; isPostgres: boolean } | null {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !alive(pid)) return null;
  const command = `/proc/${pid}/cmdline`;
  return { pid, port: Number(lines[3]), isPostgres: !existsSync(command) || readFileSync(command, 'utf8').includes('postgres') };
}

/**
 * Shuts down what `kill -9` of an earlier owner left; throws `in_use` if that owner lives. Without the password (null) nobody can ask
 * whether it does: a server that its keeper does not end soon is taken for owned.
 */
export async function replaceOrphan(data: string, home: string, password: string | null): Promise<void> {
  const begun = Date.now();
  for (let tries = 0; tries < 3; ) {
    const left = findHolder(data);
    if (!left) return;
    if (!left.isPostgres) {
      // A process id that now belongs to somebody else would keep Postgres from starting. The lock of one that is dead stays:
      // by it Postgres finds sessions that outlive their server, and waits for their end.
      rmSync(join(data, 'postmaster.pid'), { force: true });
      return;
    }
    const owned = password === null || (await isOwned(left.port, password));
    // Its owner may be stopping right now.
    if (owned === true && Date.now() - begun > stoppingMs)
      throw new PostgresError(
        'in_use',
        `Plimsoll is already running on the data directory ${home}. Stop it first, or set PLIMSOLL_DATA_DIR.`,
      );
    if (owned === true || (owned === null && Date.now() - begun < silentMs)) {
      await sleep(200);
      continue;
    }
    tries += 1;
    signal(left.pid, 'SIGINT');
    for (let waited = 0; waited < 100 && alive(left.pid); waited += 1) await sleep(100);
    if (alive(left.pid)) signal(left.pid, 'SIGQUIT');
  }
}

/** Null: it did not answer. */
async function isOwned(port: number, password: string): Promise<boolean | null> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'plimsoll',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 3000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ free: boolean }>(`SELECT pg_try_advisory_lock(${ownerLock}) AS free`);
    return rows[0]?.free === false;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in between.
  }
}
