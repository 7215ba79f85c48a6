/** The server process: its data directory made, started, kept from outliving us, shut down. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresUser } from './postgres-user.ts';

/** Makes an empty data directory; what is in its place is removed. */
export async function initialise(launcher: PostgresUser, initdb: string, data: string, password: string): Promise<void> {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const secret = join(data, '..', `.initial-${process.pid}`);
  writeFileSync(secret, password, { mode: 0o600 });
  if (launcher.uid !== undefined && launcher.gid !== undefined)
    for (const path of [data, secret]) chownSync(path, launcher.uid, launcher.gid);
  try {
    const args = [`--pgdata=${data}`, '--username=plimsoll', `--pwfile=${secret}`, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'];
    // What a crash of the machine right now would lose is an empty directory.
    const child = launcher.spawn(initdb, [...args, '--no-sync'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const code = await new Promise((done) => child.on('close', done).on('error', (error) => done(error.message)));
    if (code !== 0) throw new Error(`Postgres could not make its data directory ${data} (${code}): ${said.trim()}`);
  } finally {
    rmSync(secret, { force: true });
  }
}

/** Resolves when it takes connections. */
export async function startServer(
  launcher: PostgresUser,
  postgres: string,
  data: string,
  port: number,
  settings: readonly string[],
): Promise<ChildProcess> {
  const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', 'logging_collector=off'];
  const args = ['-D', data, ...[...all, ...settings].flatMap((setting) => ['-c', setting])];
  // A process group of its own: Ctrl-C in the terminal must reach those who write first, the server last.
  const server = launcher.spawn(postgres, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let said = '';
  await new Promise<void>((done, fail) => {
    server.stderr?.on('data', (chunk) => {
      if (said.length < 20_000) said += chunk;
      if (said.includes('database system is ready to accept connections')) done();
    });
    server.once('error', fail);
    server.once('exit', (code) => fail(new Error(`Postgres did not start (exit ${code}): ${said.trim().slice(-2000)}`)));
  });
  server.unref();
  (server.stderr as unknown as { unref?(): void } | null)?.unref?.();
  return server;
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
