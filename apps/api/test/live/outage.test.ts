import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@plimsoll/contracts/paths';
import { startEmbeddedPostgres } from '@plimsoll/postgres/embedded-postgres';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { migrate } from '@plimsoll/store/migrate';
import { startRedis } from '@plimsoll/testbed/redis';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { openContext } from '../../src/start-api.ts';
import { makeAsk, problemIn, readCookie } from '../support/asking.ts';
import { makeToken, owner, password } from '../support/people.ts';
import { launch } from '../support/stored-runs.ts';
import { startTestApi, testConfig } from '../support/test-api.ts';

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

  it('takes runs and stops without Redis', async () => {
    const redis = await startRedis();
    const test = await startTestApi({ redisUrl: redis.url });
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
    } finally {
      await test.close();
      await redis.stop();
    }
  });
});
