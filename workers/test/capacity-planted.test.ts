/** Capacity searches of real servers whose capacity is known. Alone on the machine. */
import type { StreamInput } from '@plimsoll/contracts/stream';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import {
  hasLimitingServer,
  startLimitingNginx,
  startQueueingHaproxy,
  startSleepingGunicorn,
} from '@plimsoll/testbed/servers/limiting-servers';
import { startPlanted } from '@plimsoll/testbed/targets/planted';
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
  readonly arrivals?: 'poisson';
  readonly stream?: StreamInput;
}

async function searchAt(url: string, asked: Asked) {
  const { startRate, thresholds = ['p(95) < 2s'], duration = '3s', precision = 0.05, stream, ...load } = asked;
  const plan = {
    version: 1 as const,
    name: 'service',
    target: { url, ...(stream ? { stream } : {}) },
    load: { model: 'open' as const, rate: 1, duration, ...load },
  };
  const search = { thresholds, startRate, maxRate: 2000, precision };
  const experiment = await askFor(stack, { kind: 'capacity', variants: [{ name: 'service', plan }], search, coolDown: '200ms' });
  const { capacity, runs } = await experimentOver(stack.db, experiment.id, 280_000);
  const tries = runs.map(
    (run) =>
      `${run.rate} ${run.try?.outcome} ${run.try?.because ?? ''} ${run.try?.goodShare?.toFixed(3)} ${run.validity?.stamp} ${run.validity?.limit}`,
  );
  console.log(`${capacity?.sentence} [${tries.join('; ')}]`);
  return { capacity, runs, told: JSON.stringify([capacity, tries]) };
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

/** A language model of ten slots, 100 ms a stream: 100 streams a second at most. */
const model = { kind: 'model', slots: 10, firstMs: 30, gapMs: 10, tokens: 8 } as const;
const streamMs = model.firstMs + (model.tokens - 1) * model.gapMs;

/**
 * The share of tries at this rate whose TTFT p95 is below the limit: M/D/c from empty, by its recursion (of equal service times the nth
 * begins when it came, or when the one `slots` before it ended).
 */
function holdingShare(ratePerSecond: number, seconds: number, limitMs: number): number {
  const tries = 500;
  let held = 0;
  for (let attempt = 0; attempt < tries; attempt++) {
    const begun: number[] = [];
    const waits: number[] = [];
    for (let atMs = gapMs(ratePerSecond); atMs < 1000 * seconds; atMs += gapMs(ratePerSecond)) {
      const startMs = Math.max(atMs, (begun.at(-model.slots) ?? Number.NEGATIVE_INFINITY) + streamMs);
      begun.push(startMs);
      waits.push(startMs - atMs + model.firstMs);
    }
    const p95 = waits.sort((a, b) => a - b)[Math.ceil(0.95 * waits.length) - 1] ?? 0;
    if (p95 < limitMs) held += 1 / tries;
  }
  return held;
}
const gapMs = (ratePerSecond: number) => (-1000 / ratePerSecond) * Math.log(1 - Math.random());

test('a language model of ten slots is found where queueing theory puts its TTFT, before any stream fails', async () => {
  const target = await startPlanted(model);
  const [seconds, limitMs, precision] = [12, 90, 0.05];
  const { capacity, runs, told } = await searchAt(target.url, {
    startRate: 30,
    thresholds: [`ttft p(95) < ${limitMs}ms`],
    duration: `${seconds}s`,
    precision,
    maxConnections: 200,
    arrivals: 'poisson',
    stream: { as: 'sse', tokens: 'openai' },
  });
  await target.close();
  expect(capacity, told).toMatchObject({ confirmed: true, limit: null });
  expect(capacity?.sentence, told).toMatch(/The limit is ttft p\(95\) < 90ms \([\d.]+\sms at [\d.]+\/s\)\./);
  // From where nearly every try holds to where nearly none does: both lie well within what ten slots can carry, at 100/s.
  const rates = Array.from({ length: 36 }, (_, at) => 60 + at);
  const shares = rates.map((rate) => holdingShare(rate, seconds, limitMs));
  const low = rates[shares.findIndex((share) => share < 0.99)] ?? 0;
  const high = rates[shares.findIndex((share) => share < 0.01)] ?? 100;
  console.log(`TTFT p95 < ${limitMs} ms holds up to ${low}–${high}/s by queueing theory, found ${capacity?.rate}/s`);
  expect(capacity?.rate, told).toBeGreaterThanOrEqual(low * (1 - precision));
  expect(capacity?.rate, told).toBeLessThanOrEqual(high);
  for (const { errorRate, try: shown } of runs) {
    expect(errorRate, told).toBe(0);
    expect(shown?.goodShare, told).toBeGreaterThan(0.9);
  }
  expect(runs.map(({ try: shown }) => shown?.because)).toContain('thresholds');
}, 300_000);
