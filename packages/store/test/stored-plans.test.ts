/** A stored plan that its schema refuses is shown, and never handed out to be run. */
import type { Plan } from '@plimsoll/contracts/plan';
import { openPlanOfSaved, savePlan } from '@plimsoll/store/plans';
import { claimRun } from '@plimsoll/store/run-claim';
import { type Finish, finishRun } from '@plimsoll/store/run-life';
import { findRun, openPlanOfRun } from '@plimsoll/store/runs';
import { workerSeen } from '@plimsoll/store/workers-online';
import { expect, test } from 'vitest';
import { makePlan, queueRun, secretKey, useDatabase } from './support.ts';

const scene = useDatabase();

const end: Finish = {
  state: 'start_failed',
  ending: { kind: 'stopped' },
  endReason: 'failed',
  summary: null,
  validity: null,
  thresholds: [],
};

/** The faults of a row: a value no version allows, a field of a version to come, no plan at all, other types where secrets stand. */
const spoilt: readonly [string, object, string][] = [
  ['a value out of bounds', { load: { model: 'closed', connections: 0, requests: 1 } }, '/load/connections'],
  ['an unknown field', { later: true }, '/later'],
  ['a load model of a version to come', { load: { model: 'ajar', connections: 1, requests: 1 } }, '/load/model'],
  ['no load', { load: null }, '/load'],
  ['a target that is a text', { target: 'http://127.0.0.1/' }, '/target'],
  ['headers that are a number', { target: { url: 'http://127.0.0.1/', headers: 7 } }, '/target/headers'],
  ['requests that are no list', { target: null, requests: { name: 'a' } }, '/requests'],
];

test.each(spoilt)('%s: neither a claim nor a re-run gets it, and the run can be ended', async (_, change, field) => {
  const plan: Plan = makePlan({ target: { url: 'http://127.0.0.1/', headers: { authorization: 'a secret' } } });
  const run = await queueRun(scene.db, { plan });
  const saved = await savePlan(scene.db, { teamId: 'red', userId: 'ann', plan, secretKey });
  await scene.db.query('UPDATE runs SET plan = plan || $2 WHERE id = $1', [run.id, change]);
  await scene.db.query('UPDATE plans SET plan = plan || $2 WHERE id = $1', [saved.id, change]);
  const refused = {
    code: 'unreadable_plan',
    message: expect.stringContaining(`no longer fits the plan format at ${field}`),
    problems: [expect.objectContaining({ field })],
  };
  await expect(claimRun(scene.db, run.id, 1, 'w', secretKey)).rejects.toMatchObject(refused);
  await expect(openPlanOfRun(scene.db, 'red', run.id, secretKey)).rejects.toMatchObject(refused);
  await expect(openPlanOfSaved(scene.db, 'red', saved.id, secretKey)).rejects.toMatchObject(refused);
  expect(await claimRun(scene.db, run.id, 1, 'another', secretKey)).toBeNull();
  expect(await finishRun(scene.db, run.id, 1, end)).toBe(true);
});

test('it is shown without what is not known, which is named', async () => {
  const run = await queueRun(scene.db, { plan: makePlan({ name: 'of a version to come' }) });
  await scene.db.query(`UPDATE runs SET plan = plan || '{"warp": 9}' WHERE id = $1`, [run.id]);
  expect((await findRun(scene.db, 'red', run.id))?.plan).toMatchObject({ name: 'of a version to come', unreadable: [{ field: '/warp' }] });
});

test('while a worker of a later version is online and takes loads, what this version cannot read is left to it', async () => {
  const run = await queueRun(scene.db, { plan: makePlan() });
  await scene.db.query(`UPDATE runs SET plan = plan || '{"later": true}' WHERE id = $1`, [run.id]);
  const claim = () => claimRun(scene.db, run.id, 1, 'w', secretKey);
  const seen = { hostname: 'h', version: '9', pid: 1, concurrency: 1, cores: 1, threads: 1, labels: [], startedAt: new Date() };
  await workerSeen(scene.db, { ...seen, id: 'later' });
  const change = (set: string) => scene.db.query(`UPDATE workers_online SET ${set} WHERE id = 'later'`);
  await change(`migration = '999_later'`);
  expect(await claim()).toBe('later');
  expect((await findRun(scene.db, 'red', run.id))?.state).toBe('queued');
  await change(`draining_at = now()`);
  await expect(claim()).rejects.toMatchObject({ code: 'unreadable_plan' });
  expect(await finishRun(scene.db, run.id, 1, end)).toBe(true);
});
