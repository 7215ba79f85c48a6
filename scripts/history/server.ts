/** The Postgres that the proof runs on: a given one, or our own, which has no JIT. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@plimsoll/postgres/embedded-postgres';
import { openPool } from '@plimsoll/store/database';

export interface Server {
  /** The URL of a database of the proof's own. */
  readonly url: string;
  /** Was the database there before? */
  readonly kept: boolean;
  /** One line: version, and whether it compiles queries. */
  readonly description: string;
  /** Processor time its processes have used, s; null where they are on another machine. */
  cpuSeconds(): number | null;
  close(): Promise<void>;
}

/** `database`: kept when the proof is over, and used again where it is there. */
export async function openServer(given: string | undefined, database: string | undefined): Promise<Server> {
  const own = given ? null : await startEmbeddedPostgres(mkdtempSync(join(tmpdir(), 'plimsoll-proof-')), { temporary: true });
  const admin = openPool(given ?? own?.url ?? '', { queryTimeoutMs: 600_000, max: 1 });
  const name = database ?? `plimsoll_proof_${process.pid}`;
  const kept = (await admin.query('SELECT FROM pg_database WHERE datname = $1', [name])).rowCount === 1;
  if (!kept) await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(given ?? own?.url ?? '');
  url.pathname = `/${name}`;
  // The connections of the pool have settings that the server does not give to others.
  const { rows } = await admin.query<{ version: string; jit: string; available: boolean; pid: number }>(
    `SELECT current_setting('server_version') AS version, reset_val AS jit, pg_jit_available() OR reset_val = 'on' AND EXISTS (
       SELECT FROM pg_config() WHERE name = 'CONFIGURE' AND setting LIKE '%with-llvm%') AS available, pg_backend_pid() AS pid
     FROM pg_settings WHERE name = 'jit'`,
  );
  const [at] = rows;
  if (!at) throw new Error('the server says nothing of itself');
  const postmaster = findPostmaster(at.pid);
  const compiles = at.available && at.jit === 'on';
  return {
    url: url.href,
    kept,
    description: `Postgres ${at.version} at ${url.host}, ${compiles ? 'with JIT switched on' : 'WITHOUT JIT: the figures say nothing of servers that have it (--server)'}`,
    cpuSeconds: () => (postmaster === null ? null : readCpu(postmaster)),
    async close() {
      if (database === undefined) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
      await own?.stop();
    },
  };
}

const statOf = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return {
    name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
    fields: text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number),
  };
};

/** The parent of this process of the server; null where it is none of this machine's. */
function findPostmaster(backend: number): number | null {
  try {
    const { name, fields } = statOf(backend);
    return name.startsWith('postgres') ? (fields[1] ?? null) : null;
  } catch {
    return null;
  }
}

/** Processor time of the postmaster, of the children it has now and of those that ended. */
function readCpu(postmaster: number): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  const ticks = (pid: number, from: number, to: number) => {
    try {
      return statOf(pid)
        .fields.slice(from, to)
        .reduce((sum, one) => sum + one, 0);
    } catch {
      return 0;
    }
  };
  // utime, stime, cutime and cstime are the 14th to the 17th field of proc(5), after pid and name; 100 ticks are a second on every Linux.
  return (ticks(postmaster, 11, 15) + children.reduce((sum, pid) => sum + ticks(pid, 11, 13), 0)) / 100;
}
