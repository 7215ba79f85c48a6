/** Back to a second between two runs, as docs/database.md tells it. A package of Postgres has to be installed: npm's has no `pg_basebackup`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@plimsoll/testbed/free-port';
import { startRedis } from '@plimsoll/testbed/redis';
import { findPostgresPrograms, startArchivingPostgres } from '@plimsoll/testbed/servers/archiving-postgres';
import { until } from '@plimsoll/testbed/until';
import { startWitness } from '@plimsoll/testbed/witness';
import { expect, onTestFinished, test } from 'vitest';

const launcher = fileURLToPath(new URL('../src/main.ts', import.meta.url));

interface Run {
  readonly id: string;
  readonly state: string;
  readonly attempt: number;
  readonly summary: { readonly done: number } | null;
}

const isOver = ({ state }: Run) => !['queued', 'starting', 'running', 'stopping'].includes(state);

interface Health {
  readonly status: string;
  readonly workers: number;
}

test.runIf(findPostgresPrograms())(
  'a database that goes back to a second knows the runs before it, ends the one that was under way as lost, and makes new ones',
  async () => {
    const postgres = await startArchivingPostgres();
    onTestFinished(() => postgres.close());
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const witness = await startWitness();
    onTestFinished(() => witness.close());
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-point-in-time-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    let child: ChildProcess | undefined;
    const stop = async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGINT');
      await once(child, 'exit');
    };
    onTestFinished(stop);
    const health = () =>
      fetch(`${url}/api/v1/health`).then(
        (answer) => answer.json() as Promise<Health>,
        () => ({ status: 'away', workers: 0 }),
      );
    async function start(databaseUrl: string): Promise<void> {
      const { PATH = '' } = process.env;
      const env = { PATH, PORT: String(port), DATABASE_URL: databaseUrl, REDIS_URL: redis.url, PLIMSOLL_DATA_DIR: folder };
      child = spawn(process.execPath, [launcher], { env, stdio: 'ignore' });
      await until('the product has a worker', 90_000, health, ({ workers }) => workers > 0);
    }
    let headers: Record<string, string> = { 'content-type': 'application/json', origin: url };
    const send = (method: string, path: string, body?: unknown) =>
      fetch(`${url}/api/v1${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    async function launch(name: string, duration: string): Promise<string> {
      const load = { model: 'open', rate: 50, duration, maxConnections: 4 };
      const answer = await send('POST', '/runs', { plan: { version: 1, name, target: { url: witness.url }, load } });
      expect(answer.status, name).toBeLessThan(300);
      return ((await answer.json()) as Run).id;
    }
    const find = async (id: string) => (await (await send('GET', `/runs/${id}`)).json()) as Run;
    const finished = (id: string) => until(`run ${id} is over`, 60_000, () => find(id), isOver);

    await start(postgres.url);
    const owner = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', team: 'Team' };
    const setup = await send('POST', '/setup', owner);
    const cookies = setup.headers.getSetCookie().map((one) => one.split(';')[0]);
    headers = { ...headers, cookie: cookies.join('; ') };
    const { id: token } = (await (await send('POST', '/tokens', { name: 'CI' })).json()) as { id: string };
    const beforeBackup = await launch('before the base backup', '2s');
    await finished(beforeBackup);
    postgres.takeBaseBackup();
    const kept = await launch('after it', '2s');
    const keptAs = await finished(kept);
    const underWay = await launch('under way', '12s');
    await until(
      'it has some seconds',
      60_000,
      () => find(underWay),
      ({ state }) => state === 'running',
    );
    await sleep(5000);
    const moment = await postgres.now();
    await sleep(1500);
    expect((await finished(underWay)).state).toBe('completed');
    const gone = await launch('gone', '2s');
    await finished(gone);
    expect((await send('DELETE', `/tokens/${token}`)).status).toBeLessThan(300);
    await stop();
    await postgres.stop();

    const recovered = await postgres.recoverTo(moment);
    const sentBefore = (await witness.counts()).requests;
    await start(recovered.url);
    expect(await health()).toMatchObject({ status: 'ok' });
    // What was there at that second is there, with its figures.
    expect(await find(kept)).toEqual(keptAs);
    expect((await find(beforeBackup)).state).toBe('completed');
    // The one that was under way is told as lost, with the seconds that it had, and is not made again.
    await finished(underWay);
    const lost = await until(
      'its figures are computed',
      60_000,
      () => find(underWay),
      ({ summary }) => summary !== null,
    );
    expect(lost).toMatchObject({ state: 'worker_lost', attempt: 1 });
    expect(lost.summary?.done).toBeGreaterThan(100);
    expect(lost.summary?.done).toBeLessThan(500);
    // Later ones are gone, though Redis has known them, and what was taken away since is back.
    expect((await send('GET', `/runs/${gone}`)).status).toBe(404);
    const tokens = (await (await send('GET', '/tokens')).json()) as { items: { id: string }[] };
    expect(tokens.items.map(({ id }) => id)).toContain(token);
    expect((await witness.counts()).requests).toBe(sentBefore);
    // A new one may have the number of one that is gone.
    const next = await launch('next', '2s');
    expect(await finished(next)).toMatchObject({ state: 'completed', summary: { done: 100 }, attempt: 1 });
    expect((await witness.counts()).requests).toBe(sentBefore + 100);
    // So it is with an empty Redis.
    await redis.flush();
    expect((await finished(await launch('with an empty Redis', '2s'))).state).toBe('completed');
  },
  300_000,
);
