/** A stored plan that no longer parses is refused with a sentence and the place in the plan; nothing is queued. */
import { api } from '@plimsoll/contracts/paths';
import type { Problem } from '@plimsoll/contracts/problem';
import { expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';
import { launch, planInput } from '../support/stored-runs.ts';

const { test, boss } = useApi();

const load = { model: 'closed', connections: 0, requests: 1 };
const refusal = {
  status: 409,
  code: 'conflict',
  field: '/plan/load/connections',
  detail: expect.stringContaining('The stored plan no longer fits the plan format at /load/connections: At least 1 connection.'),
};

it('a saved plan', async () => {
  const saved = await boss<{ id: string }>('POST', api.plans, { plan: planInput() });
  await test.context.db.query('UPDATE plans SET plan = plan || $2 WHERE id = $1', [saved.body.id, { load }]);
  const answer = await boss<Problem>('POST', api.runs, { planId: saved.body.id });
  expect(answer.body).toMatchObject(refusal);
  const { rows } = await test.context.db.query('SELECT FROM runs WHERE plan_id = $1', [saved.body.id]);
  expect(rows).toEqual([]);
});

it('the run that a plan takes its secrets from', async () => {
  const target = (authorization: string) => ({ url: 'http://127.0.0.1:8787/', headers: { authorization } });
  const run = await launch(boss, planInput({ target: target('Bearer hush') }));
  await test.context.db.query('UPDATE runs SET plan = plan || $2 WHERE id = $1', [run.id, { load }]);
  const answer = await boss<Problem>('POST', api.runs, { plan: planInput({ target: target('•••') }), secretsFrom: run.id });
  expect(answer.body).toMatchObject(refusal);
  expect(answer.text).not.toContain('hush');
});
