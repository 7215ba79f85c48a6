/** A load of stages sends and holds open the right numbers. The test of its exactness in time is times.test.ts. */
import { readFileSync } from 'node:fs';
import { parsePlanYaml } from '@plimsoll/contracts/plan-yaml';
import { startWitness } from '@plimsoll/testbed/witness';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { expect, test } from 'vitest';
import { planFor, runPlan } from './support/harness.ts';

test('connections ramp up and down with their stages', async () => {
  const witness = await startWitness({ delayMs: 5 });
  const stages = [
    { to: 20, over: '1s' },
    { to: 20, over: '1s' },
    { to: 2, over: '0s' },
    { to: 2, over: '1s' },
  ];
  const { end, samples, totals } = await runPlan(planFor(witness.url, { model: 'closed', startConnections: 1, stages }));
  const seen = await witness.counts();
  await witness.close();
  expect(end.reason).toBe('stages');
  expect(seen.mostOpenConnections).toBe(20);
  expect(samples.map((sample) => sample.connections.open)).toEqual([20, 20, 2]);
  expect(totals.sent).toBe(seen.requests);
});

test('a staircase of stages, cut short, sends what its plan says', async () => {
  const witness = await startWitness();
  const read = parsePlanYaml(readFileSync(new URL('../../../docs/examples/staircase.yaml', import.meta.url), 'utf8'), issueSentence);
  if (!('plan' in read) || read.plan.load.model !== 'open') throw new Error('the example cannot be read');
  const { load, target } = read.plan;
  const stages = (load.stages ?? []).slice(0, 6).map((stage) => ({ ...stage, over: '200ms' }));
  const { end, totals } = await runPlan({ ...read.plan, target: target && { ...target, url: witness.url }, load: { ...load, stages } });
  const seen = await witness.counts();
  await witness.close();
  expect(end.reason).toBe('stages');
  // 0.2 s to 50, 100 and 150, from the step below, and 0.2 s at each: 5 + 10 + 15 + 20 + 25 + 30.
  expect([totals.planned, totals.sent, totals.done, seen.requests]).toEqual([105, 105, 105, 105]);
});
