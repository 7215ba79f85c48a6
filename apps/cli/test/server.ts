/** A server of tests with one worker, its owner in a browser, and a token. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@plimsoll/testbed/free-port';
import { migratedDatabase } from '@plimsoll/testbed/postgres';
import { until } from '@plimsoll/testbed/until';
import { workerSettings } from '@plimsoll/testbed/worker-settings';

const launcher = fileURLToPath(new URL('../../standalone/src/main.ts', import.meta.url));

export interface TestServer {
  readonly url: string;
  readonly pid: number | undefined;
  readonly databaseUrl: string;
  /** Of the owner, who may write. */
  readonly token: string;
  /** Of the owner in a browser. */
  readonly browser: { readonly 'content-type': string; readonly origin: string; readonly cookie: string };
  kill(): void;
  close(): Promise<void>;
}

export async function startServer(): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-cli-server-'));
  const database = await migratedDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const settings = {
    PATH,
    NODE_COMPILE_CACHE,
    ...workerSettings,
    // As many as tests wait side by side.
    PLIMSOLL_WORKER_RUNS: '3',
    PORT: String(port),
    PLIMSOLL_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PLIMSOLL_TARGETS: 'loopback',
  };
  const server = spawn(process.execPath, [launcher], { env: settings, stdio: 'ignore' });
  const health = () =>
    fetch(`${url}/api/v1/health`).then(
      (answer) => answer.json() as Promise<{ workers: number }>,
      () => ({ workers: 0 }),
    );
  await until('the server has a worker', 60_000, health, ({ workers }) => workers > 0).catch(async (error: unknown) => {
    // Nobody else knows of it.
    server.kill('SIGINT');
    await once(server, 'exit');
    await database.drop();
    throw error;
  });
  const headers = { 'content-type': 'application/json', origin: url };
  const owner = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', team: 'Team' };
  const setup = await fetch(`${url}/api/v1/setup`, { method: 'POST', headers, body: JSON.stringify(owner) });
  const cookie = setup.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const browser = { ...headers, cookie };
  const made = await fetch(`${url}/api/v1/tokens`, { method: 'POST', headers: browser, body: JSON.stringify({ name: 'CI' }) });
  const { token } = (await made.json()) as { token: string };
  return {
    url,
    pid: server.pid,
    databaseUrl: database.url,
    token,
    browser,
    kill: () => void server.kill('SIGKILL'),
    async close() {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGINT');
        await once(server, 'exit');
      }
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
