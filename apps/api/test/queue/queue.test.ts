import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@plimsoll/contracts/audit';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import type { Queue } from '@plimsoll/contracts/queue';
import type { WorkerList } from '@plimsoll/contracts/workers';
import { claimExperiment, insertExperimentRuns } from '@plimsoll/store/experiment-life';
import { openPlanOfRun } from '@plimsoll/store/runs';
import { workerSeen } from '@plimsoll/store/workers-online';
import { workerRow } from '@plimsoll/testbed/worker-row';
import { beforeAll, expect, it } from 'vitest';
import { type Ask, problemIn } from '../support/asking.ts';
import { findTeamId, member, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { begin, launch, planInput } from '../support/stored-runs.ts';
import { secretKey } from '../support/test-api.ts';

const { test, boss } = useApi();
let viewer: Ask;
let stranger: Ask;
beforeAll(async () => {
  viewer = await member(test, await findTeamId(boss), 'viewer');
  stranger = await otherTeam(test);
});

const queueOf = async (ask: Ask, query = '') => (await ask<Queue>('GET', `${api.queue}${query}`)).body.items;

it('tells each team what of its own waits, its place among all, why, and when it may start', async () => {
  expect(await queueOf(boss)).toEqual([]);
  const first = await launch(boss, planInput({ name: 'first' }));
  const secret = await launch(stranger, planInput({ name: 'of the strangers' }));
  const second = await launch(boss, planInput({ name: 'second' }));
  expect(await queueOf(boss)).toMatchObject([
    { kind: 'run', id: first.id, name: 'first', by: 'Ola', position: 1, waitsFor: 'No worker is online: start one.', expectedStart: null },
    { id: second.id, position: 3 },
  ]);

  await workerSeen(test.context.db, workerRow('worker-1'));
  await begin(test, first.id);
  const under = (await boss<{ startedAt: string }>('GET', api.run(first.id))).body;
  const [mine] = await queueOf(boss);
  // The strangers have had no turn yet.
  expect(mine).toMatchObject({ id: second.id, position: 2 });
  expect(mine?.waitsFor).toMatch(/^One worker, busy until about \d\d:\d\d UTC; 1 load of other teams goes first\.$/);
  expect(Date.parse(mine?.expectedStart ?? '')).toBe(Date.parse(under.startedAt) + 40_000);
  expect(await queueOf(viewer)).toEqual(await queueOf(boss));

  const theirs = await stranger('GET', api.queue);
  expect(theirs.body).toMatchObject({ items: [{ id: secret.id, position: 1 }] });
  for (const hidden of ['first', 'second', 'Ola', first.id, second.id]) expect(theirs.text).not.toContain(hidden);
  expect((await boss('GET', api.queue)).text).not.toContain('strangers');

  const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Tokyo' });
  const tokyo = (await queueOf(boss, '?timezone=Asia/Tokyo'))[0]?.waitsFor;
  expect(tokyo).toContain(`about ${hour.format(new Date(Date.parse(under.startedAt) + 20_000))};`);
  expect(problemIn(await boss('GET', `${api.queue}?timezone=Nowhere`))).toMatchObject({ code: 'invalid_input' });

  for (const [ask, id] of [
    [boss, second.id],
    [stranger, secret.id],
  ] as const)
    expect((await ask('POST', api.stopRun(id))).status).toBe(202);
  expect(await queueOf(boss)).toEqual([]);
});

it('has one row for an experiment, before its first run and between two, and none once it is cancelled', async () => {
  const { db } = test.context;
  const body = { kind: 'aa', name: 'a noise floor', variants: [{ name: 'a', plan: planInput() }] };
  const { id } = (await boss<Experiment>('POST', api.experiments, body)).body;
  expect(await queueOf(boss)).toMatchObject([{ kind: 'experiment', id, name: 'a noise floor', by: 'Ola', position: 1 }]);

  const claim = await claimExperiment(db, id, 'worker-1', secretKey);
  if (!claim) throw new Error('not claimed');
  expect(await queueOf(boss)).toEqual([]);
  const { teamId, userId } = claim;
  const plan = claim.variants[0]?.plan;
  if (!plan) throw new Error('no plan');
  const step = {
    teamId,
    userId,
    plan,
    planId: null,
    expectedDurationMs: 20_000,
    secretKey,
    crew: ['worker-1'],
  };
  const run = await insertExperimentRuns(db, claim, [{ position: 0, ...step }]);
  if (typeof run === 'string') throw new Error(run);
  expect(await openPlanOfRun(db, teamId, run.runId, secretKey)).not.toBeNull();
  const byHand = await launch(boss, planInput({ name: 'by hand' }));
  expect(await queueOf(boss)).toMatchObject([
    { kind: 'run', id: byHand.id, position: 1 },
    { kind: 'experiment', id, name: 'a noise floor', position: 2, waitsFor: expect.stringContaining('1 load goes first') },
  ]);

  const next = await boss<Experiment>('POST', api.experiments, { ...body, name: 'the next one' });
  expect((await queueOf(boss)).at(-1)).toMatchObject({
    id: next.body.id,
    position: 3,
    waitsFor: 'It waits for the experiment “a noise floor” of the same person; 2 loads go first.',
    expectedStart: null,
  });
  for (const each of [next.body.id, id]) expect((await boss('POST', api.stopExperiment(each))).status).toBe(202);
  expect((await queueOf(boss)).map((item) => item.id)).toEqual([byHand.id]);
});

it('shows an admin the workers without the runs of others, and lets the owner of the installation drain them', async () => {
  const worker = `w-${randomUUID()}`;
  await workerSeen(test.context.db, workerRow(worker, { hostname: 'drained.example', labels: ['eu'] }));
  const drain = (ask: Ask, method: 'POST' | 'DELETE') => ask(method, api.drainWorker(worker));
  const seenBy = async (ask: Ask) => {
    const { items, start } = (await ask<WorkerList>('GET', api.workers)).body;
    return { draining: items.find(({ id }) => id === worker)?.drainingSince != null, start };
  };
  expect((await viewer('GET', api.workers)).status).toBe(403);
  expect((await drain(stranger, 'POST')).status).toBe(403);
  expect(await seenBy(stranger)).toEqual({ draining: false, start: null });
  expect((await drain(boss, 'POST')).status).toBe(204);
  expect(await seenBy(stranger)).toEqual({ draining: true, start: null });
  expect((await boss('POST', api.drainWorker('nobody'))).status).toBe(404);
  expect((await drain(boss, 'DELETE')).status).toBe(204);
  const { draining, start } = await seenBy(boss);
  expect([draining, start?.command.includes(secretKey)]).toEqual([false, false]);
  const noted = (await boss<{ items: AuditEntry[] }>('GET', `${api.audit}?what=worker`)).body.items.slice(0, 2);
  expect(noted).toMatchObject(
    ['worker.undrain', 'worker.drain'].map((action) => ({ action, details: { worker, host: 'drained.example' } })),
  );
});
