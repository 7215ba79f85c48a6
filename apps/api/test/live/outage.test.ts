import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api } from '@plimsoll/contracts/paths';
import { startEmbeddedPostgres } from '@plimsoll/postgres/embedded-postgres';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { migrate } from '@plimsoll/store/migrate';
import { startRedis } from '@plimsoll/testbed/redis';
import { describe, expect, it } from 'vitest';

import { buildApp } from '../../src/app.ts';
import { openContext } from '../../src/start-api.ts';
import { makeAsk, problemIn, readCookie } from '../support/asking.ts';
import { KeptLog } from '../support/kept-log.ts';
import { makeToken, owner, password } from '../support/people.ts';
import { launch } from '../support/stored-runs.ts';
import { secretKey, startTestApi, testConfig } from '../support/test-api.ts';

/** The API as a process of its own: how it ends and what it says. */
async function startedWithWrongPassword(databaseUrl: string): Promise<{ code: number | null; said: string }> {
  const url = new URL(databaseUrl);
  url.password = 'wrong';
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url.href, PLIMSOLL_SECRET_KEY: secretKey };
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../src/main.ts', import.meta.url))], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, said };
}

describe('while something is down', () => {
  it('answers 503 without Postgres, forgets nobody, and works again when it is back', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'plimsoll-outage-'));
    const first = await startEmbeddedPostgres(dir, { settings: ['fsync=off'] });
    await migrate(first.url);
    await migrateQueue(first.url);
    const config = testConfig(first.url);
    const { context, close } = await openContext(config);
    const app = await buildApp(context);
    const test = {
      app,
      context,
      config,
      as: (credentials: Record<string, string>) => makeAsk(app, credentials),
      anonymous: makeAsk(app, {}),
      close,
    };
    try {
      const boss = await owner(test);
      const program = await makeToken(test, boss);
      expect((await boss('GET', api.runs)).status).toBe(200);
      await first.stop();
      for (const ask of [boss, program]) {
        const answer = await ask('GET', api.runs);
        expect(problemIn(answer), answer.text).toMatchObject({ status: 503, code: 'unavailable' });
        expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|stack/);
      }
      const health = await test.anonymous<{ database: string; status: string }>('GET', api.health);
      expect([health.status, health.body.database]).toEqual([503, 'down']);
      expect(problemIn(await test.anonymous('POST', api.signIn, { email: 'owner@example.com', password })).status).toBe(503);
      const second = await startEmbeddedPostgres(dir, { settings: ['fsync=off'] });
      expect(second.url).toBe(first.url);
      for (const ask of [boss, program]) expect((await ask('GET', api.runs)).status).toBe(200);
      await second.stop();
    } finally {
      await app.close();
      await close();
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it('takes runs and stops without Redis, logs no probes, and does not start with a wrong password', async () => {
    const redis = await startRedis();
    const log = new KeptLog();
    const test = await startTestApi({ redisUrl: redis.url, logLevel: 'info' }, log);
    try {
      const boss = await owner(test);
      expect((await boss<{ queue: string }>('GET', api.health)).body.queue).toBe('ok');
      await redis.stop();
      const started = Date.now();
      const run = await launch(boss);
      expect((await boss('POST', api.stopRun(run.id))).status).toBe(202);
      expect(Date.now() - started).toBeLessThan(2000);
      expect((await boss<{ queue: string; status: string }>('GET', api.health)).body).toMatchObject({ queue: 'down', status: 'degraded' });
      expect(readCookie(await test.anonymous('GET', api.health))).toBe('');
      // Probes ask every few seconds for as long as the API runs.
      expect(log.text).toContain('"incoming request"');
      expect(log.text).not.toContain(api.health);
      expect(await startedWithWrongPassword(test.config.databaseUrl)).toEqual({
        code: 1,
        said: 'The API cannot start: password authentication failed for user "plimsoll". PostgreSQL refuses the user or the password in DATABASE_URL.\n',
      });
    } finally {
      await test.close();
      await redis.stop();
    }
  });
});
