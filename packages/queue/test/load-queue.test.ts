import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Hint, hintId } from '@plimsoll/queue/hint';
import { consumeLoads } from '@plimsoll/queue/load-consumer';
import { openLoadQueue } from '@plimsoll/queue/load-queue';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { throwawayDatabase } from '@plimsoll/testbed/postgres';
import { startRedis, type TestRedis } from '@plimsoll/testbed/redis';
import { until } from '@plimsoll/testbed/until';
import { openWire, overWire } from '@plimsoll/testbed/wire';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueueConfig } from '../src/backend.ts';

let databaseUrl: string;
let drop: () => Promise<void>;
let redis: TestRedis;
beforeAll(async () => {
  ({ url: databaseUrl, drop } = await throwawayDatabase());
  await migrateQueue(databaseUrl);
  redis = await startRedis();
});
afterAll(async () => {
  await drop();
  await redis.stop();
});

describe.each(['redis', 'postgres'] as const)('the queue on %s', (kind) => {
  const config = (): QueueConfig => ({ databaseUrl, redisUrl: kind === 'redis' ? redis.url : undefined });

  test('hands each hint to one consumer, and the same hint twice is one', async () => {
    const queue = openLoadQueue(config());
    const seen: string[] = [];
    const consumers = [1, 2].map(() =>
      consumeLoads(
        config(),
        async (hint) => {
          seen.push(hintId(hint));
          await sleep(50);
        },
        { concurrency: 2 },
      ),
    );
    const hints: Hint[] = Array.from({ length: 10 }, () => [
      { kind: 'run' as const, runId: randomUUID(), attempt: 1 },
      { kind: 'experiment' as const, experimentId: randomUUID() },
    ]).flat();
    for (const hint of hints) expect(await queue.enqueue(hint)).toBe(true);
    for (const hint of hints) await queue.enqueue(hint);
    await until(
      'all twenty came',
      15_000,
      () => new Set(seen).size,
      (came) => came === 20,
    );
    await Promise.all(consumers.map((consumer) => consumer.close()));
    await queue.close();
    expect(new Set(seen)).toEqual(new Set(hints.map((hint) => hintId(hint))));
  });

  test('never repeats a hint whose handler failed', async () => {
    const queue = openLoadQueue(config());
    const failing = randomUUID();
    let calls = 0;
    const errors: Error[] = [];
    const consumer = consumeLoads(
      { ...config(), onError: (error) => errors.push(error) },
      async (hint) => {
        // Hints of the test before may still come: a hint that was dealt with may be added again.
        if (hint.kind !== 'experiment' || hint.experimentId !== failing) return;
        calls += 1;
        throw new Error('the handler failed');
      },
      { concurrency: 1 },
    );
    await queue.enqueue({ kind: 'experiment', experimentId: failing });
    await until(
      'an error is told',
      30_000,
      () => errors.length,
      (told) => told > 0,
    );
    await sleep(1500);
    await consumer.close();
    await queue.close();
    expect(calls).toBe(1);
    expect(errors.map((error) => error.message)).toContain('the handler failed');
  });

  test('answers a ping', async () => {
    const queue = openLoadQueue(config());
    await queue.ping();
    await queue.close();
  });
});

test('consumes again soon after Redis was away, and the producer neither hangs nor throws meanwhile', async () => {
  const own = await startRedis();
  const config: QueueConfig = { databaseUrl, redisUrl: own.url };
  const queue = openLoadQueue(config);
  const seen: string[] = [];
  const consumer = consumeLoads(
    config,
    async (hint) => {
      seen.push(hintId(hint));
    },
    { concurrency: 1 },
  );
  await queue.enqueue({ kind: 'experiment', experimentId: 'before' });
  await until(
    'the hint from before came',
    30_000,
    () => seen,
    (came) => came.includes('experiment-before'),
  );
  await own.stop();
  const asked = Date.now();
  expect(await queue.enqueue({ kind: 'experiment', experimentId: 'lost' })).toBe(false);
  expect(Date.now() - asked).toBeLessThan(4000);
  await expect(queue.ping()).rejects.toThrow();
  await sleep(3000);
  await own.start();
  const back = Date.now();
  while (!seen.includes('experiment-after') && Date.now() - back < 30_000) {
    await queue.enqueue({ kind: 'experiment', experimentId: 'after' });
    await sleep(500);
  }
  expect(seen).toContain('experiment-after');
  await consumer.close();
  await queue.close();
  await own.stop();
});

test('begins when the database can be used, and until then asks it now and then', async () => {
  const name = `later_${randomUUID().replaceAll('-', '')}`;
  const later = new URL(databaseUrl);
  later.pathname = `/${name}`;
  const config: QueueConfig = { databaseUrl: later.href };
  const errors: Error[] = [];
  const seen: string[] = [];
  const queue = openLoadQueue(config);
  const consumer = consumeLoads(
    { ...config, onError: (error) => errors.push(error) },
    async (hint) => {
      seen.push(hintId(hint));
    },
    { concurrency: 1 },
  );
  expect(await queue.enqueue({ kind: 'experiment', experimentId: 'early' })).toBe(false);
  await sleep(2500);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.length).toBeLessThan(10);

  const admin = new pg.Client(databaseUrl);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await migrateQueue(later.href);
  expect(await queue.enqueue({ kind: 'experiment', experimentId: 'on-time' })).toBe(true);
  await until(
    'the hint came',
    30_000,
    () => seen,
    (came) => came.includes('experiment-on-time'),
  );
  await consumer.close();
  await queue.close();
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
});

describe('a Redis that refuses us', () => {
  const refusals = {
    'a wrong password': { options: { password: 'right' }, url: (own: TestRedis) => own.url.replace('//', '//:wrong@'), said: /^WRONGPASS/ },
    'no password': { options: { password: 'right' }, url: (own: TestRedis) => own.url, said: /^NOAUTH/ },
    'an unknown authority': { options: { tls: true }, url: (own: TestRedis) => own.tlsUrl, said: /unable to verify|self-signed/ },
  } as const;

  test.concurrent.each(Object.entries(refusals))('%s is quoted, and asked again every 15 s only', async (_name, { options, url, said }) => {
    const own = await startRedis(options);
    const wire = await openWire(Number(new URL(url(own)).port));
    const errors: Error[] = [];
    const config: QueueConfig = {
      databaseUrl,
      redisUrl: overWire(url(own), wire),
      onError: (error) => errors.push(error),
      isRefused: () => true,
    };
    const [queue, consumer] = [openLoadQueue(config), consumeLoads(config, async () => undefined, { concurrency: 1 })];
    await until(
      'it is told',
      10_000,
      () => errors.length,
      (told) => told > 0,
    );
    await sleep(8000);
    await expect(queue.ping()).rejects.toThrow(said);
    // The producer's, the consumer's and the one that the consumer waits on.
    expect(wire.opened()).toBeLessThanOrEqual(4);
    await consumer.close();
    await queue.close();
    await wire.close();
    await own.stop();
  });
});

test('a Redis that evicts keys is named in a warning', async () => {
  const own = await startRedis({ policy: 'allkeys-lru' });
  const warnings: string[] = [];
  const queue = openLoadQueue({ databaseUrl, redisUrl: own.url, onWarning: (sentence) => warnings.push(sentence) });
  await until(
    'a warning is told',
    30_000,
    () => warnings.length,
    (told) => told > 0,
  );
  await queue.close();
  await own.stop();
  expect(warnings).toEqual([expect.stringContaining('maxmemory-policy is allkeys-lru')]);
});
