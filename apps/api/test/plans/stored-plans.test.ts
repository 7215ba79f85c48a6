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

it('a plan too damaged to be read is shown as far as it can be, by itself and in every list', async () => {
  const { db } = test.context;
  const spoilt: [string, string][] = [
    [`plan || '{"load": null, "later": 1}'`, '/load'],
    [`plan || '{"target": 7, "requests": {"name": "a"}}'`, '/target'],
    [`plan || '{"target": {"url": "http://127.0.0.1/", "headers": [1]}, "data": 7, "tags": []}'`, '/target/headers'],
    [`'[1]'::jsonb`, ''],
    [`'7'::jsonb`, ''],
  ];
  const variants = ['a', 'b'].map((name) => ({ name, plan: planInput() }));
  const experiment = await boss<{ id: string }>('POST', api.experiments, { kind: 'ab', variants });
  for (const [change, field] of spoilt) {
    const run = await launch(boss, planInput());
    const saved = await boss<{ id: string }>('POST', api.plans, { plan: planInput() });
    await db.query(`UPDATE runs SET plan = ${change} WHERE id = $1`, [run.id]);
    await db.query(`UPDATE plans SET plan = ${change} WHERE id = $1`, [saved.body.id]);
    await db.query(
      `UPDATE experiments SET variants = jsonb_set(variants, '{0,plan}', (SELECT ${change} FROM (SELECT variants #> '{0,plan}' AS plan) AS one))
       WHERE id = $1`,
      [experiment.body.id],
    );
    const unreadable = expect.arrayContaining([{ field, message: expect.any(String) }]);
    const plan = expect.objectContaining({ unreadable, version: 1 });
    const shown = (id: string) => ({ items: expect.arrayContaining([expect.objectContaining({ id, plan })]) });
    for (const [path, expected] of [
      [api.run(run.id), { id: run.id, plan }],
      [api.plan(saved.body.id), { id: saved.body.id, plan }],
      [api.runs, shown(run.id)],
      [api.plans, shown(saved.body.id)],
      [api.experiment(experiment.body.id), { variants: [{ name: 'a', plan }, { name: 'b' }] }],
      [api.experiments, { items: [{ id: experiment.body.id }] }],
      [api.queue, {}],
    ] as const) {
      const answer = await boss('GET', path);
      expect(answer.status, `${path}: ${answer.text}`).toBe(200);
      expect(answer.body, path).toMatchObject(expected);
    }
    const again = await boss<Problem>('POST', api.runs, { planId: saved.body.id });
    expect(again.body).toMatchObject({ status: 409, code: 'conflict' });
    expect((await boss('POST', api.stopRun(run.id))).status).toBe(202);
  }
});
