import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueConfig } from '@plimsoll/queue/backend';
import { migrateQueue } from '@plimsoll/queue/migrate-queue';
import { consumeRuns } from '@plimsoll/queue/run-consumer';
import { openRunQueue } from '@plimsoll/queue/run-queue';
import { throwawayDatabase } from '@plimsoll/testbed/postgres';
import { startRedis, type TestRedis } from '@plimsoll/testbed/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

async function until(met: () => boolean, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) if (met()) return true;
  return met();
}

describe.each(['redis', 'postgres'] as const)('the queue on %s', (kind) => {
  const config = (): QueueConfig => ({ databaseUrl, redisUrl: kind === 'redis' ? redis.url : undefined });

  test('hands each hint to one consumer, and the same hint twice is one', async () => {
    const queue = openRunQueue(config());
    const seen: string[] = [];
    const consumers = [1, 2].map(() =>
      consumeRuns(
        config(),
        async ({ runId, attempt }) => {
          seen.push(`${runId}:${attempt}`);
          await sleep(50);
        },
        { concurrency: 2 },
      ),
    );
    const ids = Array.from({ length: 20 }, () => randomUUID());
    for (const runId of ids) expect(await queue.enqueue({ runId, attempt: 1 })).toBe(true);
    for (const runId of ids) await queue.enqueue({ runId, attempt: 1 });
    await until(() => new Set(seen).size === 20, 15_000);
    await Promise.all(consumers.map((consumer) => consumer.close()));
    await queue.close();
    expect(new Set(seen)).toEqual(new Set(ids.map((id) => `${id}:1`)));
  });

  test('never repeats a hint whose handler failed', async () => {
    const queue = openRunQueue(config());
    const failing = randomUUID();
    let calls = 0;
    const errors: Error[] = [];
    const consumer = consumeRuns(
      { ...config(), onError: (error) => errors.push(error) },
      async ({ runId }) => {
        // Hints of the test before may still come: a hint that was dealt with may be added again.
        if (runId !== failing) return;
        calls += 1;
        throw new Error('the handler failed');
      },
      { concurrency: 1 },
    );
    await queue.enqueue({ runId: failing, attempt: 1 });
    await until(() => errors.length > 0, 10_000);
    await sleep(1500);
    await consumer.close();
    await queue.close();
    expect(calls).toBe(1);
    expect(errors.map((error) => error.message)).toContain('the handler failed');
  });

  test('answers a ping', async () => {
    const queue = openRunQueue(config());
    await queue.ping();
    await queue.close();
  });
});

test('consumes again soon after Redis was away, and the producer neither hangs nor throws meanwhile', async () => {
  const own = await startRedis();
  const config: QueueConfig = { databaseUrl, redisUrl: own.url };
  const queue = openRunQueue(config);
  const seen: string[] = [];
  const consumer = consumeRuns(
    config,
    async ({ runId }) => {
      seen.push(runId);
    },
    { concurrency: 1 },
  );
  await queue.enqueue({ runId: 'before', attempt: 1 });
  await until(() => seen.includes('before'), 10_000);
  await own.stop();
  const asked = Date.now();
  expect(await queue.enqueue({ runId: 'lost', attempt: 1 })).toBe(false);
  expect(Date.now() - asked).toBeLessThan(4000);
  await expect(queue.ping()).rejects.toThrow();
  await sleep(3000);
  await own.start();
  const back = Date.now();
  while (!seen.includes('after') && Date.now() - back < 30_000) {
    await queue.enqueue({ runId: 'after', attempt: 1 });
    await sleep(500);
  }
  expect(seen).toContain('after');
  await consumer.close();
  await queue.close();
  await own.stop();
});

test('a Redis that evicts keys is named in a warning', async () => {
  const own = await startRedis({ policy: 'allkeys-lru' });
  const warnings: string[] = [];
  const queue = openRunQueue({ databaseUrl, redisUrl: own.url, onWarning: (sentence) => warnings.push(sentence) });
  await until(() => warnings.length > 0, 5000);
  await queue.close();
  await own.stop();
  expect(warnings).toEqual([expect.stringContaining('maxmemory-policy is allkeys-lru')]);
});
