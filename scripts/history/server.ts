/** The Postgres that the proof runs on: a given one, or our own, which has no JIT. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@plimsoll/postgres/embedded-postgres';
import { openPool } from '@plimsoll/store/database';
import { familyCpuSeconds, readProcess } from './process-cpu.ts';

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
    cpuSeconds: () => (postmaster === null ? null : familyCpuSeconds(postmaster)),
    async close() {
      if (database === undefined) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
      await own?.stop();
    },
  };
}

/** The parent of this process of the server; null where it is none of this machine's. */
function findPostmaster(backend: number): number | null {
  try {
    const { name, parent } = readProcess(backend);
    return name.startsWith('postgres') ? parent : null;
  } catch {
    return null;
  }
}
