/** The first seconds of an experiment tell what it will see; each run knows its generator's own floor. */
import type { Experiment } from '@plimsoll/contracts/experiment';
import { findExperiment } from '@plimsoll/store/experiments';
import { until } from '@plimsoll/testbed/until';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { teamId, useStack } from './support.ts';

const stack = useStack();
let witnesses: Witness[];
beforeAll(async () => {
  witnesses = await Promise.all([startWitness({ delayMs: 5 }), startWitness({ delayMs: 5 })]);
});
afterAll(() => Promise.all(witnesses.map((witness) => witness.close())));

const variants = () =>
  witnesses.map(({ url }, place) => ({
    name: ['one', 'other'][place] ?? '',
    plan: { version: 1 as const, name: 'endpoint', target: { url }, load: { model: 'open' as const, rate: 30, duration: '40s' } },
  }));

test('after 20 s of its first round an experiment says what it will see, and at its end what it could have seen', async () => {
  await stack.worker();
  const asked = await askFor(stack, { variants: variants(), repeats: 1, detect: 0.02, design: 'together' });
  expect(asked.power).toBeNull();
  const look = () => findExperiment(stack.db, teamId, asked.id);
  const told = (await until('its power is told', 60_000, look, (one) => one?.power != null)) as Experiment;
  expect(told.state).toBe('running');
  expect(told.power).toMatchObject({ from: 'pilot', after: 40 });
  const done = await experimentOver(stack.db, asked.id, 60_000);
  expect(done.state, done.stateReason ?? '').toBe('completed');
  expect(done.power).toMatchObject({ from: 'itself', after: 40 });
  // Of one noise, measured for 20 s and for 31 s.
  expect((done.power?.detectable ?? 0) / (told.power?.detectable ?? Number.NaN)).toBeGreaterThan(0.2);
  expect((done.power?.detectable ?? 0) / (told.power?.detectable ?? Number.NaN)).toBeLessThan(5);
  for (const { runId } of done.runs) {
    const { environment, summary } = await stack.find(runId ?? '');
    expect(environment?.latencyFloor?.p50Us).toBeGreaterThan(0);
    // Nothing is faster than the floor; these targets wait 5 ms besides.
    expect(environment?.latencyFloor?.p50Us).toBeLessThan(summary?.responseTime.p50Us ?? 0);
    expect(environment?.latencyFloor?.ageSeconds).toBeLessThanOrEqual(60);
  }
}, 150_000);
