/** Capacity searches of real servers whose capacity is known. Alone on the machine. */
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import {
  hasLimitingServer,
  startLimitingNginx,
  startQueueingHaproxy,
  startSleepingGunicorn,
} from '@plimsoll/testbed/servers/limiting-servers';
import { beforeAll, describe, expect, test } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { useStack } from './support.ts';

const demo = 4875;
const stack = useStack();
// One search at a time: generators beside each other are other work to each other.
beforeAll(async () => {
  await stack.worker({ PLIMSOLL_DEMO_PORT: String(demo) });
});

interface Asked {
  readonly startRate: number;
  readonly thresholds?: string[];
  readonly duration?: string;
  readonly precision?: number;
  readonly maxConnections?: number;
}

async function searchAt(url: string, { startRate, thresholds = ['p(95) < 2s'], duration = '3s', precision = 0.05, ...load }: Asked) {
  const plan = {
    version: 1 as const,
    name: 'service',
    target: { url },
    load: { model: 'open' as const, rate: 1, duration, ...load },
  };
  const search = { thresholds, startRate, maxRate: 2000, precision };
  const asked = await askFor(stack, { kind: 'capacity', variants: [{ name: 'service', plan }], search, coolDown: '200ms' });
  const { capacity, runs } = await experimentOver(stack.db, asked.id, 180_000);
  const tries = runs.map(
    (run) =>
      `${run.rate} ${run.try?.outcome} ${run.try?.because ?? ''} ${run.try?.goodShare?.toFixed(3)} ${run.validity?.stamp} ${run.validity?.limit}`,
  );
  console.log(`${capacity?.sentence} [${tries.join('; ')}]`);
  return { capacity, told: JSON.stringify([capacity, tries]) };
}

const searches = Array.from({ length: 20 }, (_, at) => at + 1);

describe.skipIf(!hasLimitingServer('nginx'))('nginx that lets 300/s through is found at 295–305/s', () => {
  test.each(searches)(
    'in search %i of 20',
    async () => {
      const nginx = await startLimitingNginx(300);
      const { capacity, told } = await searchAt(nginx.url, { startRate: 400 });
      await nginx.close();
      expect(capacity, told).toMatchObject({ confirmed: true });
      expect(capacity?.rate, told).toBeGreaterThanOrEqual(295);
      expect(capacity?.rate, told).toBeLessThanOrEqual(305);
    },
    180_000,
  );
});

test('our own target of 100/s is found at 95–100/s', async () => {
  const { capacity, told } = await searchAt(`http://127.0.0.1:${demo}/?capacity=100`, { startRate: 400, thresholds: ['p(95) < 400ms'] });
  expect(capacity, told).toMatchObject({ confirmed: true });
  expect(capacity?.rate, told).toBeGreaterThanOrEqual(95);
  expect(capacity?.rate, told).toBeLessThanOrEqual(100);
}, 180_000);

test.skipIf(!hasLimitingServer('haproxy'))(
  'haproxy with ten at once before a backend of 50 ms is found near 200/s',
  async () => {
    const target = await startHttpTarget((_request, response) => setTimeout(() => response.end('ok'), 50));
    const haproxy = await startQueueingHaproxy(Number(new URL(target.url).port), 10, 500);
    const { capacity, told } = await searchAt(haproxy.url, { startRate: 100, maxConnections: 1000 });
    await haproxy.close();
    await target.close();
    expect(capacity, told).toMatchObject({ confirmed: true, limit: null });
    // Ten at once, each for 50 ms and what the way there takes.
    expect(capacity?.rate, told).toBeGreaterThanOrEqual(180);
    expect(capacity?.rate, told).toBeLessThanOrEqual(201);
  },
  300_000,
);

test.skipIf(!hasLimitingServer('gunicorn'))(
  'one sync worker of gunicorn that sleeps 40 ms is found just below 25/s',
  async () => {
    const gunicorn = await startSleepingGunicorn(40);
    const { capacity, told } = await searchAt(gunicorn.url, { startRate: 10, duration: '6s', maxConnections: 1000 });
    await gunicorn.close();
    expect(capacity, told).toMatchObject({ confirmed: true, limit: null });
    expect(capacity?.rate, told).toBeGreaterThanOrEqual(22);
    expect(capacity?.rate, told).toBeLessThanOrEqual(25);
  },
  300_000,
);
