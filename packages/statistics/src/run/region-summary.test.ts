import { expect, test } from 'vitest';
import { makePlan, simulatedSamples, simulateSeconds } from '../../test/support/simulated-run.ts';
import { summariseRegion } from './region-summary.ts';
import { summarise } from './summary.ts';

const load = { seconds: 12, rate: 40, medianUs: 20_000, spread: 0.6, drift: 0.1, correlation: 0.4, errorRate: 0.1 };

test('a region has the figures of its own shards, and all regions together are the whole to the last bit', () => {
  const generators = [
    { label: 'eu', n: 2 },
    { label: 'us', n: 1 },
  ];
  const plan = makePlan({ generators, load: { model: 'closed', connections: 9, duration: '12s' } });
  const shards = [1, 2, 3].map((seed) => simulatedSamples(simulateSeconds({ ...load, medianUs: seed * 10_000 }, seed), 2));
  const [first = [], second = [], third = []] = shards;
  const of = { eu: [...first, ...second], us: third };
  const whole = summarise(shards.flat());
  const [eu, us] = generators.map(({ label, n }) =>
    summariseRegion({ label, generators: n, samples: of[label as 'eu' | 'us'] }, plan, whole),
  );
  const alone = summarise(of.us);
  expect(us).toMatchObject({
    label: 'us',
    generators: 1,
    requests: alone.requests,
    done: alone.done,
    failed: alone.failed,
    errorRate: alone.errorRate,
    throughputPerSecond: alone.throughputPerSecond,
    responseTime: alone.responseTime,
    serviceTime: alone.serviceTime,
  });
  expect(us?.responseTime.p50Us).toBeGreaterThan(2 * (summarise(first).responseTime.p50Us ?? 0));
  for (const field of ['requests', 'sent', 'done', 'failed', 'throughputPerSecond', 'goodputPerSecond'] as const)
    expect(Number(eu?.[field]) + Number(us?.[field])).toBeCloseTo(Number(whole[field]), 9);
  // In any order of the regions.
  expect(summarise([...of.us, ...of.eu])).toEqual(whole);
});

test('a region whose generator was short of time has a stamp of its own', () => {
  const plan = makePlan({ generators: [{ label: 'eu' }, { label: 'us' }], load: { model: 'closed', connections: 9, duration: '12s' } });
  const samples = simulatedSamples(simulateSeconds(load, 1));
  const busy = samples.map((sample) => ({ ...sample, generator: { ...sample.generator, cpu: 1, eventLoopUtilisation: 1 } }));
  const stampOf = (some: typeof samples) =>
    summariseRegion({ label: 'eu', generators: 1, samples: some }, plan, { durationMs: 12_000 }).stamp;
  expect([stampOf(samples), stampOf(busy)]).toEqual(['valid', 'degraded']);
});
