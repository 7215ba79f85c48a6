import { type ChildProcess, spawn } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Health, Trouble } from '@plimsoll/contracts/health';
import { api } from '@plimsoll/contracts/paths';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { migrate } from '@plimsoll/store/migrate';
import { openFailover } from '@plimsoll/testbed/failover';
import { freePort } from '@plimsoll/testbed/free-port';
import { freeze } from '@plimsoll/testbed/freeze';
import { migratedDatabase, startPostgres } from '@plimsoll/testbed/postgres';
import { startRedis } from '@plimsoll/testbed/redis';
import { noteFigure } from '@plimsoll/testbed/rounds';
import { until } from '@plimsoll/testbed/until';
import { describe, expect, it } from 'vitest';
import { secretKey } from '../support/test-api.ts';

interface Ready {
  readonly ready: boolean;
  readonly missing: readonly Trouble[];
}

interface Running {
  readonly origin: string;
  readonly child: ChildProcess;
  /** Lines of its log that hold this. */
  lines(text: string): string[];
  ready(): Promise<{ status: number; body: Ready }>;
  stop(): void;
}

/** The API as a process of its own, with its log. It answers when this does. */
async function start(environment: Readonly<Record<string, string>>): Promise<Running> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const port = await freePort();
  const env = { PATH, NODE_COMPILE_CACHE, PLIMSOLL_SECRET_KEY: secretKey, ...environment, PORT: String(port) };
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../src/main.ts', import.meta.url))], { env });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log += chunk;
    });
  const origin = `http://127.0.0.1:${port}`;
  const live = () =>
    fetch(origin + api.livez).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the API lives', 60_000, live, Boolean);
  return {
    origin,
    child,
    lines: (text) => log.split('\n').filter((line) => line.includes(text)),
    async ready() {
      const answer = await fetch(origin + api.readyz);
      return { status: answer.status, body: (await answer.json()) as Ready };
    },
    stop: () => child.kill('SIGKILL'),
  };
}

async function readied({ ready }: Running, want: (answer: { status: number; body: Ready }) => boolean, ms = 20_000) {
  return until('the API says so', ms, ready, want);
}

const kinds = ({ missing }: Ready) => missing.map(({ part, kind }) => `${part} ${kind}`);

/** Both probes, for so long; the longest that any took, ms. */
async function longestAnswer({ origin }: Running, forMs: number): Promise<number> {
  let longest = 0;
  for (const until = Date.now() + forMs; Date.now() < until; )
    for (const path of [api.livez, api.readyz]) {
      const asked = performance.now();
      await (await fetch(origin + path)).text();
      longest = Math.max(longest, performance.now() - asked);
      await new Promise((soon) => setTimeout(soon, 50));
    }
  return longest;
}

describe('probes', () => {
  it.concurrent('answer within 200 ms whatever hangs, and say what does', async () => {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    await migrate(postgres.url);
    const running = await start({ DATABASE_URL: postgres.url, REDIS_URL: redis.url });
    const thaw: (() => void)[] = [];
    try {
      expect((await readied(running, ({ status }) => status === 200)).body).toEqual({ ready: true, missing: [] });
      thaw.push(freeze(redis.pid()));
      const withoutRedis = await readied(running, ({ body }) => body.missing.length > 0);
      expect([withoutRedis.status, ...kinds(withoutRedis.body)]).toEqual([200, 'queue silent']);
      thaw.push(freeze(postgres.pid()));
      // Somebody waits for the database meanwhile, as people do.
      const waiting = Promise.all(Array.from({ length: 40 }, () => fetch(running.origin + api.setup).catch(() => null)));
      const ownDelay = monitorEventLoopDelay({ resolution: 1 });
      ownDelay.enable();
      const longestMs = await longestAnswer(running, 8000);
      ownDelay.disable();
      noteFigure('R12', 'probe answered within, ms', longestMs);
      // Where the machine keeps this process waiting, it does so to the API as well.
      expect(longestMs).toBeLessThan(200 + 2 * (ownDelay.max / 1e6));
      const without = await running.ready();
      expect([without.status, ...kinds(without.body)]).toEqual([503, 'database silent', 'queue silent']);
      expect(without.body.missing[0]?.sentence).toContain('PostgreSQL does not answer');
      for (const each of thaw.splice(0)) each();
      await waiting;
      expect((await readied(running, ({ status }) => status === 200)).body).toEqual({ ready: true, missing: [] });
    } finally {
      for (const each of thaw) each();
      running.stop();
      await Promise.all([postgres.stop(), redis.stop()]);
    }
  });

  it.concurrent.each([
    ['a wrong password', 'wrong_password', 'Redis refuses the user or the password in REDIS_URL'],
    ['a certificate that nobody vouches for', 'untrusted_certificate', 'The certificate of Redis is not trusted'],
  ] as const)('%s of Redis is told in words: at the start, by probes, by health and once in the log', async (_name, kind, sentence) => {
    const [database, redis] = await Promise.all([migratedDatabase(), startRedis({ password: 'right', tls: true })]);
    const url = kind === 'wrong_password' ? redis.url.replace('//', '//:not-right@') : redis.tlsUrl.replace('//', '//:right@');
    const running = await start({ DATABASE_URL: database.url, REDIS_URL: url });
    try {
      const told = () => running.lines(sentence).length;
      await until('the log says it', 20_000, told, (times) => times > 0);
      // The database is there: requests are taken.
      const ready = await readied(running, ({ status }) => status === 200);
      expect(kinds(ready.body)).toEqual([`queue ${kind}`]);
      const health = (await (await fetch(running.origin + api.health)).json()) as Health;
      expect(health).toMatchObject({ status: 'degraded', database: 'ok', queue: 'down' });
      expect(health.troubles).toEqual([{ part: 'queue', kind, sentence: expect.stringContaining(sentence) }]);
      // It is asked each second meanwhile.
      await new Promise((soon) => setTimeout(soon, 5000));
      expect(told()).toBe(1);
      expect(JSON.stringify([health, ready.body, running.lines('')])).not.toContain('not-right');
    } finally {
      running.stop();
      await Promise.all([database.drop(), redis.stop()]);
    }
  });

  it.concurrent('a standby after a failover is told as one, and left when a server that writes is there', async () => {
    const servers = await openFailover(async (url) => {
      await migrate(url);
      await migrateQueue(url);
    });
    const running = await start({ DATABASE_URL: servers.url });
    const setUp = () =>
      fetch(running.origin + api.setup, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ann', email: 'ann@example.com', password: 'a long password', team: 'Team' }),
      });
    const health = async () => (await (await fetch(running.origin + api.health)).json()) as Health;
    try {
      await readied(running, ({ status }) => status === 200);
      await servers.toStandby();
      const told = await readied(running, ({ body }) => kinds(body).includes('database read_only'));
      expect(told.status).toBe(503);
      // The kept setup is shown.
      expect((await fetch(running.origin + api.setup)).status).toBe(200);
      expect(await health()).toMatchObject({ database: 'read_only', troubles: [{ part: 'database', kind: 'read_only' }] });
      const refused = await setUp();
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('read-only') });
      expect(running.lines('PostgreSQL is read-only')).toHaveLength(1);
      await servers.toPrimary();
      await readied(running, ({ status }) => status === 200);
      expect((await setUp()).status).toBeLessThan(300);
      expect(await health()).toMatchObject({ database: 'ok' });
      // The standby is there still, and nobody holds on to it.
      await until('the standby is left', 40_000, servers.onStandby, (sessions) => sessions === 0);
      expect(running.lines('the database is back')).toHaveLength(1);
    } finally {
      running.stop();
      await servers.close();
    }
  });
});
