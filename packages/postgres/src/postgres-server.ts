/** The server process: its data directory made, started, kept from outliving us, shut down. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresError } from './postgres-error.ts';
import type { PostgresUser } from './postgres-user.ts';
import { openServerLog } from './server-log.ts';

/** Makes an empty data directory. It is made aside and swapped in: cut off at any point, the next start makes it anew. */
export async function initialise(launcher: PostgresUser, initdb: string, data: string, password: string): Promise<void> {
  // An initdb whose launcher was killed may still be at work on an earlier one.
  for (const name of readdirSync(dirname(data))) if (name.startsWith(`${basename(data)}.new-`)) removeQuietly(join(dirname(data), name));
  const aside = mkdtempSync(`${data}.new-`);
  const secret = join(data, '..', '.initial-password');
  writeFileSync(secret, password, { mode: 0o600 });
  if (launcher.uid !== undefined && launcher.gid !== undefined)
    for (const path of [aside, secret]) chownSync(path, launcher.uid, launcher.gid);
  try {
    const args = [
      `--pgdata=${aside}`,
      '--username=plimsoll',
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
    ];
    // A crash of the machine right now would lose an empty directory.
    const child = launcher.spawn(initdb, [...args, '--no-sync'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const code = await new Promise((done) => child.on('close', done).on('error', (error) => done(error.message)));
    if (code !== 0)
      throw new PostgresError('did_not_start', `Postgres could not make its data directory ${data} (${code}): ${said.trim()}`);
    rmSync(data, { recursive: true, force: true });
    renameSync(aside, data);
  } finally {
    rmSync(secret, { force: true });
  }
}

/** Another process may be writing into it; then it stays until the next time. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Nothing depends on it.
  }
}

/** Gives the only user a new password, in a server that nobody can reach. For a data directory that no server runs on. */
export async function resetPassword(launcher: PostgresUser, postgres: string, data: string, password: string): Promise<void> {
  const child = launcher.spawn(postgres, ['--single', '-D', data, 'postgres'], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  child.stdin?.end(`ALTER ROLE plimsoll PASSWORD '${password}'\n`);
  const code = await new Promise((done) => child.on('close', done).on('error', (error) => done(error.message)));
  if (code !== 0 || said.includes('ERROR:'))
    throw new PostgresError('damaged', `The password of the database in ${data} is lost and could not be set anew: ${said.trim()}`);
}

/** Resolves when it takes connections. Throws PostgresError `did_not_start` with what it said. */
export async function startServer(
  launcher: PostgresUser,
  postgres: string,
  data: string,
  port: number,
  settings: readonly string[],
): Promise<ChildProcess> {
  const all = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
    'logging_collector=off',
    // Its own life and end; not each statement that somebody got wrong.
    'log_min_messages=log',
  ];
  const args = ['-D', data, ...[...all, ...settings].flatMap((setting) => ['-c', setting])];
  const log = openServerLog(join(data, '..'));
  // A process group of its own: Ctrl-C in the terminal must reach those who write first, the server last.
  const server = launcher.spawn(postgres, args, { stdio: ['ignore', 'ignore', log.descriptor], detached: true });
  log.close();
  let failed: string | undefined;
  server.once('error', (error) => {
    failed = error.message;
  });
  server.once('exit', (code, signal) => {
    failed ??= signal ?? `exit ${code}`;
  });
  while (statusOf(data, server.pid) !== 'ready') {
    if (failed !== undefined)
      throw new PostgresError('did_not_start', `Postgres did not start (${failed}): ${log.read().slice(-2000)}\nIts log: ${log.file}`);
    await sleep(20);
  }
  server.unref();
  return server;
}

/** How far the server is, as it writes into its lock file: `starting`, `ready`, `stopping`. Undefined where it wrote none. */
export function statusOf(data: string, pid: number | undefined): string | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid ? lines[7]?.trim() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Shuts the server down when this process is gone, however it went: a shell that waits for the end of a pipe we hold.
 * It costs no Node process and needs no signal to arrive.
 */
export function keep(server: ChildProcess, remove: string | undefined): void {
  if (process.platform === 'win32' || server.pid === undefined) return;
  // Those who still write get three seconds to end what they do.
  const end =
    remove === undefined
      ? `sleep 3; kill -0 ${server.pid} 2>/dev/null && kill -INT ${server.pid}`
      : `kill -QUIT ${server.pid}; sleep 0.2; rm -rf "$1"`;
  const keeper = spawn('/bin/sh', ['-c', `read -r _ || true; kill -0 ${server.pid} 2>/dev/null && { ${end}; }`, 'keeper', remove ?? ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  keeper.on('error', () => undefined);
  keeper.unref();
  (keeper.stdin as unknown as { unref?(): void } | null)?.unref?.();
  server.once('exit', () => keeper.stdin?.destroy());
}

/** Fast shutdown; a server that does not end within 6 s is killed. */
export async function shutDown(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise<true>((done) => server.once('exit', () => done(true)));
  server.ref();
  server.kill('SIGINT');
  if ((await Promise.race([gone, sleep(6000, false, { ref: false })])) !== true) {
    server.kill('SIGQUIT');
    await gone;
  }
}
