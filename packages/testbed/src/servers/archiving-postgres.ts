/** A Postgres as an operator runs one who wants any second back: Debian's or PGDG's programs, a write-ahead log that is archived, base backups. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { until } from '../until.ts';
import { withClient } from '../with-client.ts';

export interface ArchivingPostgres {
  readonly url: string;
  /** `pg_basebackup` as docs/database.md has it. */
  takeBaseBackup(): void;
  /** The database's clock, as `recovery_target_time` takes it. */
  now(): Promise<string>;
  /** Stops the server; what was written is in the archive then. */
  stop(): Promise<void>;
  /** Brings the last base backup, and the log until then, up as another server; resolves when it takes writes. */
  recoverTo(time: string): Promise<{ readonly url: string }>;
  close(): Promise<void>;
}

const packaged = '/usr/lib/postgresql';

/** The folder of the newest programs of Postgres that a package brought; null: `pg_basebackup` or the server is not installed. */
export function findPostgresPrograms(): string | null {
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(packaged, version, 'bin'));
  return folders.find((folder) => ['postgres', 'initdb', 'pg_basebackup'].every((name) => existsSync(join(folder, name)))) ?? null;
}

/** Postgres refuses to run as root. */
function userOf(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export async function startArchivingPostgres(): Promise<ArchivingPostgres> {
  const programs = findPostgresPrograms();
  if (!programs) throw new Error('No package of Postgres is installed here.');
  const user = userOf();
  const home = mkdtempSync(join(tmpdir(), 'plimsoll-archiving-'));
  const folder = (name: string) => {
    const path = join(home, name);
    mkdirSync(path, { mode: 0o700 });
    if (user.uid) chownSync(path, user.uid, user.gid);
    return path;
  };
  chmodSync(home, 0o755);
  const [primary, recovered, log, base] = [folder('primary'), folder('recovered'), folder('log'), folder('base')];
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { ...user, cwd: home, stdio: 'pipe' });
  run(join(programs, 'initdb'), '-D', primary, '-U', 'plimsoll', '--auth=trust', '--encoding=UTF8', '--locale=C');
  appendFileSync(
    join(primary, 'postgresql.conf'),
    `archive_mode = on\narchive_command = 'test ! -f ${log}/%f && cp %p ${log}/%f'\narchive_timeout = 60\n`,
  );
  const servers: ChildProcess[] = [];
  async function start(data: string): Promise<{ child: ChildProcess; url: string; port: number }> {
    const port = await freePort();
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', home.length < 80 ? data : '/tmp'];
    const child = spawn(join(programs ?? '', 'postgres'), args, { ...user, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] });
    servers.push(child);
    let said = '';
    child.stderr?.on('data', (text) => {
      said = (said + String(text)).slice(-4000);
    });
    const url = `postgres://plimsoll@127.0.0.1:${port}/postgres`;
    const writes = () =>
      ask(url, 'SELECT pg_is_in_recovery() AS value').then(
        (value) => value === false,
        () => false,
      );
    await until('Postgres takes writes', 60_000, writes, Boolean).catch((error: Error) => {
      throw new Error(`${error.message}\n${said}`);
    });
    return { child, url, port };
  }
  const stopServer = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // A fast shutdown.
    child.kill('SIGINT');
    await once(child, 'exit');
  };
  const server = await start(primary);
  await ask(server.url, 'CREATE DATABASE plimsoll');
  const databaseOf = (url: string) => url.replace(/postgres$/, 'plimsoll');
  return {
    url: databaseOf(server.url),
    takeBaseBackup() {
      const at = ['-h', '127.0.0.1', '-p', String(server.port), '-U', 'plimsoll'];
      run(join(programs, 'pg_basebackup'), ...at, '-D', base, '-F', 'tar', '-z', '-X', 'stream', '--checkpoint=fast');
    },
    now: async () => String(await ask(server.url, 'SELECT now()::text AS value')),
    stop: () => stopServer(server.child),
    async recoverTo(time) {
      run('tar', '-xzf', join(base, 'base.tar.gz'), '-C', recovered);
      run('tar', '-xzf', join(base, 'pg_wal.tar.gz'), '-C', join(recovered, 'pg_wal'));
      appendFileSync(
        join(recovered, 'postgresql.conf'),
        `restore_command = 'cp ${log}/%f %p'\nrecovery_target_time = '${time}'\nrecovery_target_action = 'promote'\narchive_mode = off\n`,
      );
      writeFileSync(join(recovered, 'recovery.signal'), '');
      const { url } = await start(recovered);
      return { url: databaseOf(url) };
    },
    async close() {
      await Promise.all(servers.map(stopServer));
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function ask(url: string, sql: string): Promise<unknown> {
  const { rows } = await withClient(url, (client) => client.query<{ value: unknown }>(sql));
  return rows[0]?.value;
}
