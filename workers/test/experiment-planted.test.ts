/** Differences that were planted: a real experiment on the real engine must find the one and invent no other. Alone on the machine. */
import type { Experiment } from '@plimsoll/contracts/experiment';
import { interleaved } from '@plimsoll/statistics/interleave';
import { beforeAll, expect, test } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { useStack } from './support.ts';

const demo = 4874;
type Candidate = Experiment['comparisons'][number]['result']['candidates'][number];

const stack = useStack();
beforeAll(async () => {
  await Promise.all([1, 2].map(() => stack.worker({ PLIMSOLL_DEMO_PORT: String(demo) })));
});

const variant = (name: string, delayMs: number, generators = 1) => ({
  name,
  plan: {
    version: 1 as const,
    name: 'endpoint',
    generators,
    target: { url: `http://127.0.0.1:${demo}/${name}?delayMs=${delayMs}` },
    // Slow answers, and few at a time: what a busy machine adds is small beside them.
    load: { model: 'closed' as const, connections: 8, duration: '10s' },
  },
});

const judged = (result: Candidate | undefined, metric: string) => result?.metrics.find((delta) => delta.metric === metric);

test('three variants of an endpoint: 5 % slower is found worse within the cap, and none that is the same is called better or worse', async () => {
  const cap = 2;
  const asked = await askFor(stack, {
    variants: [variant('raw', 200), variant('builder', 210), variant('same', 200)],
    repeats: 1,
    extendTo: cap,
    coolDown: '100ms',
  });
  const done = await experimentOver(stack.db, asked.id, 180_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  // One more round of all three as long as a headline verdict is open, never more than the cap.
  const orders = Array.from({ length: cap }, (_, rounds) => interleaved(3, rounds + 1));
  expect(orders).toContainEqual(done.runs.map((run) => run.variant));
  const [builder, same] = done.comparisons.map(({ result }) => result.candidates[0]);
  const told = JSON.stringify([builder?.metrics, same?.metrics]);
  expect(builder?.comparability.differences.map(({ field }) => field)).toContain('target.url');
  expect(judged(builder, 'p50'), told).toMatchObject({ verdict: 'worse' });
  expect(judged(builder, 'p50')?.deltaRelative, told).toBeGreaterThan(0.04);
  expect(judged(builder, 'p50')?.deltaRelative, told).toBeLessThan(0.06);
  for (const metric of ['throughput', 'errorRate', 'p50'])
    expect(['no_difference', 'not_enough_evidence'], told).toContain(judged(same, metric)?.verdict);
  expect(done.comparisons[0]?.result.base.points.length).toBeGreaterThan(5);
}, 210_000);

test('two generators: 10 % slower is found worse, and what is the same is not', async () => {
  const asked = await askFor(stack, {
    variants: [variant('raw', 200, 2), variant('builder', 220, 2), variant('same', 200, 2)],
    repeats: 2,
    coolDown: '100ms',
  });
  const done = await experimentOver(stack.db, asked.id, 180_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  const [builder, same] = done.comparisons.map(({ result }) => result.candidates[0]);
  expect(judged(builder, 'p50')).toMatchObject({ verdict: 'worse' });
  expect(judged(builder, 'p50')?.deltaRelative).toBeGreaterThan(0.08);
  expect(judged(builder, 'p50')?.deltaRelative).toBeLessThan(0.12);
  for (const metric of ['throughput', 'errorRate', 'p50'])
    expect(['no_difference', 'not_enough_evidence']).toContain(judged(same, metric)?.verdict);
}, 210_000);
