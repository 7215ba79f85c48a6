/** Targets on one machine: the first round measures whether they disturb each other, and the variants take turns where they do. */
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import type { Listener } from '@plimsoll/testbed/listen';
import { afterEach, expect, test } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { useStack } from './support.ts';

const stack = useStack();
const targets: Listener[] = [];
afterEach(() => Promise.all(targets.splice(0).map(({ close }) => close())));

/** Each answers after `aloneMs`, or after `besideMs` while the other was asked within 100 ms. */
function startPair(aloneMs: number, besideMs: number) {
  const askedMs = [0, 0];
  const start = async (at: number) => {
    const counts = new Map<string, number>();
    const target = await startHttpTarget((request, response) => {
      const run = String(request.headers['x-load-test-run']);
      counts.set(run, (counts.get(run) ?? 0) + 1);
      askedMs[at] = performance.now();
      const beside = performance.now() - (askedMs[1 - at] ?? 0) < 100;
      setTimeout(() => response.end('ok'), beside ? besideMs : aloneMs);
    });
    targets.push(target);
    return { url: `${target.url}/`, counts };
  };
  return Promise.all([start(0), start(1)]);
}

async function ask(
  pair: Awaited<ReturnType<typeof startPair>>,
  detect: number,
  design: 'auto' | 'together' = 'auto',
  shareMachine = 'measured',
) {
  await stack.worker();
  const variants = pair.map(({ url }, at) => ({
    name: ['old', 'new'][at] ?? '',
    plan: { version: 1 as const, name: 'build', target: { url }, load: { model: 'open' as const, rate: 40, duration: '20s' } },
  }));
  const asked = await askFor(stack, { variants, repeats: 1, coolDown: '100ms', detect, design });
  expect(asked).toMatchObject({ design: 'together', designReason: { kind: design === 'auto' ? 'ownTargets' : 'chosen', shareMachine } });
  const done = await experimentOver(stack.db, asked.id, 150_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  const runs = await Promise.all(done.runs.map(({ runId }) => stack.find(runId ?? '')));
  for (const [at, { id, summary }] of runs.entries()) {
    const counted = pair[done.runs[at]?.variant ?? 0]?.counts.get(id);
    expect(counted).toBe((summary?.sent ?? 0) + (summary?.warmup.sent ?? 0));
    // A machine that stands still at the end of a turn has some of them dropped.
    expect(counted).toBeGreaterThan(700);
    expect(counted).toBeLessThanOrEqual(800);
  }
  return { done, runs };
}

test('targets that disturb each other are loaded in turns from then on, and the first round is left out', async () => {
  const { done, runs } = await ask(await startPair(10, 30), 0.03);
  expect(done).toMatchObject({ design: 'turns', designReason: { kind: 'disturbed' } });
  const told = done.remarks.find(({ kind }) => kind === 'disturbance');
  expect(told).toMatchObject({ disturbed: true });
  expect(told?.kind === 'disturbance' && told.share).toBeGreaterThan(0.8);
  expect(runs.map(({ turns }) => turns?.pilot ?? false)).toEqual([true, true, false, false]);
  const compared = done.comparisons[0]?.result.candidates[0]?.runs.map(({ id }) => id);
  expect(compared).toEqual(done.runs.flatMap(({ variant, runId }, at) => (at > 1 && variant === 1 ? [runId] : [])));
  // Alone again, they are as quick as they were alone.
  for (const { summary } of runs.slice(2)) expect(summary?.responseTime.p50Us).toBeLessThan(25_000);
}, 180_000);

test('targets that do not go on at once, and the first round counts', async () => {
  const { done, runs } = await ask(await startPair(20, 20), 0.4);
  expect(done).toMatchObject({ design: 'together', designReason: { kind: 'ownTargets' } });
  expect(done.remarks.find(({ kind }) => kind === 'disturbance')).toMatchObject({ disturbed: false });
  expect(runs).toHaveLength(2);
  expect(done.comparisons).toHaveLength(1);
  expect(runs.map(({ summary }) => summary?.planned)).toEqual([440, 440]);
}, 180_000);

test('two names of one address are one machine; what was asked for at once is measured, and stays at once', async () => {
  const [first, second] = await startPair(10, 30);
  if (!first || !second) throw new Error('two were started');
  const named = { ...second, url: second.url.replace('127.0.0.1', 'localhost.') };
  const { done, runs } = await ask([first, named], 0.03, 'together', 'no');
  expect(done).toMatchObject({ design: 'together', designReason: { kind: 'chosen', shareMachine: 'measured' } });
  expect(done.remarks.find(({ kind }) => kind === 'disturbance')).toMatchObject({ disturbed: true, asked: true });
  expect(done.stateReason).toContain('They stay at once, as asked');
  expect(runs).toHaveLength(2);
  expect(done.comparisons).toHaveLength(1);
}, 180_000);
