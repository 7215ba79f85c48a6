import { deletePlan, findPlan, listPlans, openPlanOfSaved, savePlan, updatePlan } from '@plimsoll/store/plans';
import { claimRun } from '@plimsoll/store/run-claim';
import { openPlanOfRun } from '@plimsoll/store/runs';
import { expect, test } from 'vitest';
import { makePlan, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();

test('secrets of a plan are sealed in the database, masked for people, open for the worker, and cannot be moved', async () => {
  const plan = makePlan({ target: { url: 'http://127.0.0.1/', headers: { Authorization: 'Bearer canary-7431', accept: 'text/plain' } } });
  const run = await queueRun(scene.db, { plan });
  const saved = await savePlan(scene.db, { teamId: 'red', userId: 'ann', plan, secretKey });
  expect(run.plan.target?.headers).toEqual({ Authorization: '•••', accept: 'text/plain' });
  expect(saved.plan.target?.headers.Authorization).toBe('•••');
  const { rows } = await scene.db.query<{ text: string }>(
    'SELECT r::text AS text FROM runs r UNION ALL SELECT p::text FROM plans p UNION ALL SELECT search_text FROM runs',
  );
  expect(rows.map((row) => row.text).join('\n')).not.toContain('canary-7431');
  expect(await claimRun(scene.db, run.id, 1, 'w', secretKey)).toMatchObject({ plan });
  expect(await openPlanOfSaved(scene.db, 'red', saved.id, secretKey)).toEqual(plan);
  const unreadable = { code: 'unreadable_secret' };
  await expect(openPlanOfRun(scene.db, 'red', run.id, `another ${secretKey}`)).rejects.toMatchObject(unreadable);
  await scene.db.query('UPDATE plans SET plan = (SELECT plan FROM runs WHERE id = $1) WHERE id = $2', [run.id, saved.id]);
  await expect(openPlanOfSaved(scene.db, 'red', saved.id, secretKey)).rejects.toMatchObject(unreadable);
});

test('plans keep a revision and are scoped by team', async () => {
  const saved = await savePlan(scene.db, { teamId: 'blue', userId: 'ann', plan: makePlan({ name: 'first' }), secretKey });
  expect(await updatePlan(scene.db, saved.id, { teamId: 'red', plan: makePlan(), secretKey })).toBeNull();
  expect(await updatePlan(scene.db, saved.id, { teamId: 'blue', plan: makePlan({ name: 'second' }), secretKey })).toMatchObject({
    revision: 2,
  });
  expect(await findPlan(scene.db, 'red', saved.id)).toBeNull();
  expect((await listPlans(scene.db, 'blue')).items).toMatchObject([
    { id: saved.id, plan: { name: 'second' }, runCount: 0, lastRunAt: null },
  ]);
  expect(await deletePlan(scene.db, 'red', saved.id)).toBe(false);
  expect(await deletePlan(scene.db, 'blue', saved.id)).toBe(true);
});
