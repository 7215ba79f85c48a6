/** A plan that was spoiled while it waited ends with a sentence: no worker runs it as it is. */
import { findExperiment } from '@plimsoll/store/experiments';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askFor, experimentOver } from './experiment-support.ts';
import { teamId, useStack } from './support.ts';

let witness: Witness;
const stack = useStack();
beforeAll(async () => {
  witness = await startWitness();
});
afterAll(() => witness.close());

const load = { model: 'closed', connections: 0, requests: 1 } as const;
const plan = () => ({ version: 1, name: 'spoilt', target: { url: witness.url }, load: { ...load, connections: 1 } }) as const;
const sentence = 'The stored plan no longer fits the plan format at /load/connections: At least 1 connection. Nothing was sent.';

test('a queued run and a queued experiment whose plans were spoiled send nothing and say why', async () => {
  const run = await stack.launch(plan());
  const asked = await askFor(stack, { kind: 'aa', variants: [{ name: 'a', plan: plan() }] });
  await stack.db.query('UPDATE runs SET plan = plan || $2 WHERE id = $1', [run.id, { load }]);
  await stack.db.query(`UPDATE experiments SET variants = jsonb_set(variants, '{0,plan,load}', $2) WHERE id = $1`, [asked.id, load]);
  await stack.worker();
  const failed = await stack.finished(run.id, 45_000);
  expect(failed).toMatchObject({ state: 'start_failed', endReason: 'failed', summary: null });
  expect(failed.stateReason).toContain(sentence);
  await experimentOver(stack.db, asked.id, 45_000);
  const experiment = await findExperiment(stack.db, teamId, asked.id);
  expect(experiment).toMatchObject({ state: 'failed' });
  expect(experiment?.stateReason).toContain(sentence);
  expect((await witness.counts()).requests).toBe(0);
});
