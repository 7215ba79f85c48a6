import type { AuditEntry } from '@plimsoll/contracts/audit';
import { defaultCaps } from '@plimsoll/contracts/caps';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { claimRun } from '@plimsoll/store/run-claim';
import { setWorkerPools } from '@plimsoll/store/worker-pools';
import { workerSeen } from '@plimsoll/store/workers-online';
import { workerRow } from '@plimsoll/testbed/worker-row';
import { describe, expect, it } from 'vitest';
import { type Ask, problemIn } from '../support/asking.ts';
import { findTeamId, member, otherTeam, owner } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { begin, launch, planInput } from '../support/stored-runs.ts';
import { secretKey, startTestApi } from '../support/test-api.ts';

const { test, boss } = useApi();

describe('an Idempotency-Key', () => {
  it('answers the same run for the same request, also in parallel, and refuses another body', async () => {
    const key = { 'idempotency-key': 'build-412' };
    const body = { plan: planInput(), note: 'once' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => boss<Run>('POST', api.runs, body, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const other = await boss('POST', api.runs, { ...body, note: 'twice' }, key);
    expect(problemIn(other)).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
    expect((await boss('POST', api.runs, body, { 'idempotency-key': '' })).status).toBe(400);
  });
});

describe('a run of more generators than there are workers', () => {
  it('is refused with the numbers, while its plan may be kept; with one more worker it is taken', async () => {
    const { db } = test.context;
    const plan = planInput({ load: { model: 'closed', connections: 4, duration: '5s' }, generators: 2 });
    const refused = await boss('POST', api.runs, { plan });
    expect(problemIn(refused)).toMatchObject({
      status: 409,
      code: 'not_enough_workers',
      field: '/plan/generators',
      got: '2',
      allowed: 'at most 0 now',
      hint: expect.stringContaining('Start more workers'),
    });
    const saved = await boss<{ id: string }>('POST', api.plans, { plan });
    expect(saved.status, saved.text).toBe(201);
    const seen = (id: string) => workerSeen(db, workerRow(id));
    await seen('one');
    expect(problemIn(await boss('POST', api.runs, { planId: saved.body.id })).detail).toContain('1 worker is online');
    await seen('another');
    const taken = await boss<Run>('POST', api.runs, { planId: saved.body.id });
    expect(taken.status, taken.text).toBe(201);
    expect(taken.body).toMatchObject({ plan: { generators: 2 }, generators: [] });
    const inRegions = (...generators: object[]) => boss<Run>('POST', api.runs, { plan: { ...plan, generators } });
    await workerSeen(db, workerRow('both', { labels: ['eu', 'us'] }));
    await workerSeen(db, workerRow('eu', { labels: ['eu'] }));
    expect(problemIn(await inRegions({ label: 'eu' }, { label: 'mars' }))).toMatchObject({
      code: 'not_enough_workers',
      field: '/plan/generators/1/n',
      detail: expect.stringContaining('“mars”'),
      got: '1',
      allowed: 'at most 0 now',
    });
    // One of two pools counts once.
    expect(problemIn(await inRegions({ label: 'eu', n: 2 }, { label: 'us' }))).toMatchObject({
      detail: expect.stringContaining('other regions need them'),
    });
    const two = await inRegions({ label: 'eu' }, { label: 'us' });
    expect([two.status, two.body.plan.generators]).toEqual([
      201,
      [
        { label: 'eu', n: 1 },
        { label: 'us', n: 1 },
      ],
    ]);
    const points = (region: string) => boss('GET', `${api.samples(two.body.id)}?region=${region}`);
    expect([(await points('eu')).status, problemIn(await points('mars'))]).toMatchObject([
      200,
      { status: 400, field: '/region', got: 'mars' },
    ]);
    await db.query('DELETE FROM workers_online');
    expect((await boss('POST', api.runs, { plan: { ...plan, generators: 1 } })).status).toBe(201);
  });
});

describe('a pool that is scaled by what waits', () => {
  it('takes a run while no worker is online, up to the most it may have, and says what the run waits for', async () => {
    const scaled = await startTestApi({ pools: [{ label: 'eu', mostWorkers: 4 }] });
    try {
      const ask = await owner(scaled);
      await setWorkerPools(scaled.context.db, scaled.config.pools, scaled.config.poolSeconds);
      const start = (label: string | null, generators: number) =>
        ask<Run>('POST', api.runs, {
          plan: planInput({ load: { model: 'closed', connections: 8, duration: '5s' }, workers: { label }, generators }),
        });
      const taken = await start('eu', 4);
      expect(taken.status, taken.text).toBe(201);
      expect(problemIn(await start('eu', 5))).toMatchObject({ code: 'not_enough_workers', got: '5', allowed: 'at most 4 now' });
      expect(problemIn(await start('us', 2))).toMatchObject({ code: 'not_enough_workers' });
      expect(problemIn(await start(null, 2))).toMatchObject({ code: 'not_enough_workers' });
      const queue = await ask<{ items: { waitsFor: string }[] }>('GET', api.queue);
      expect(queue.body.items.map(({ waitsFor }) => waitsFor)).toEqual([
        'Its workers are being started: 0 of 4 are online. That may take 5\u00a0min.',
      ]);
      await scaled.context.db.query("UPDATE runs SET created_at = now() - interval '6 minutes' WHERE id = $1", [taken.body.id]);
      const late = await ask<{ items: { waitsFor: string }[] }>('GET', api.queue);
      expect(late.body.items[0]?.waitsFor).toMatch(
        /^Its workers should have been there within 5\u00a0min, and 0 of 4 are online\. See whether/,
      );
      expect((await ask('GET', api.system)).body).toMatchObject({ workerLabels: ['eu'], pools: ['eu'] });
      expect((await scaled.anonymous('GET', api.system)).body).toMatchObject({ workerLabels: [], pools: [] });
      // A pool at rest is no trouble.
      expect((await scaled.anonymous('GET', api.health)).body).toMatchObject({ status: 'ok', workers: 0, poolsScale: true });
      const metrics = await scaled.anonymous('GET', '/metrics');
      expect(metrics.text).toContain('plimsoll_pool_workers_wanted{pool="eu"} 4');
    } finally {
      await scaled.close();
    }
  });
});

describe('the cap of runs at once', () => {
  it('lets exactly five of twenty parallel starts through', async () => {
    const capped = await startTestApi({ caps: { ...defaultCaps, maxConcurrentRuns: 5 } });
    try {
      const ask = await owner(capped);
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask('POST', api.runs, { plan: planInput() })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
      const refused = answers.find(({ status }) => status !== 201);
      expect(refused && problemIn(refused)).toMatchObject({ status: 429, code: 'over_cap' });
    } finally {
      await capped.close();
    }
  });

  it('counts one person over all teams, and the installation', async () => {
    const caps = { ...defaultCaps, maxConcurrentRuns: 5, maxRunsOfPerson: 6, maxRunsInAll: 8 };
    const capped = await startTestApi({ caps });
    try {
      const ask = await owner(capped);
      const start = (by: Ask) => by('POST', api.runs, { plan: planInput() });
      const started = async (by: Ask, count: number) =>
        (await Promise.all(Array.from({ length: count }, () => start(by)))).filter(({ status }) => status === 201).length;
      expect(await started(ask, 4)).toBe(4);
      // The same person in a team of its own: two are left of six.
      expect((await ask('POST', api.teams, { name: 'Second' })).status).toBe(201);
      expect(await started(ask, 5)).toBe(2);
      expect(problemIn(await start(ask)).detail).toContain('in all of your teams');
      // Two are left of eight for everybody else.
      const other = await otherTeam(capped);
      expect(await started(other, 5)).toBe(2);
      expect(problemIn(await start(other))).toMatchObject({
        status: 429,
        code: 'over_cap',
        detail: expect.stringContaining('on this installation'),
      });
    } finally {
      await capped.close();
    }
  });

  it('is 0 for everybody while the owner of the installation holds all load', async () => {
    const other = await otherTeam(test);
    const [mine, theirs] = [await launch(boss), await launch(other)];
    const body = { kind: 'aa', variants: [{ name: 'a', plan: planInput() }] };
    const experiment = (await other<{ id: string }>('POST', api.experiments, body)).body.id;
    const stopped = await boss('POST', api.stopAll, { hold: true });
    expect(stopped.body).toMatchObject({ experiments: 1, heldSince: expect.any(String), heldBy: 'Ola' });
    expect((await boss<{ state: string }>('GET', api.run(mine.id))).body.state).toBe('stopped');
    expect((await other<{ state: string }>('GET', api.run(theirs.id))).body.state).toBe('stopped');
    expect((await other<{ state: string }>('GET', api.experiment(experiment))).body.state).toBe('stopped');
    for (const [path, asked] of [
      [api.runs, { plan: planInput() }],
      [api.experiments, body],
    ] as const)
      expect(problemIn(await other('POST', path, asked))).toMatchObject({
        status: 409,
        detail: expect.stringContaining('has held all load'),
      });
    expect((await boss('DELETE', api.stopAll)).status).toBe(204);
    expect((await boss('GET', api.stopAll)).body).toEqual({ heldSince: null, heldBy: null });
    await launch(other);
    expect((await boss('POST', api.stopAll)).body).toMatchObject({ runs: 1, heldSince: null });
  });

  it('is as it was while the installation is in maintenance, but only for what is under way', async () => {
    const other = await otherTeam(test);
    const [waits, goesOn] = [await launch(other), await launch(boss)];
    await begin(test, goesOn.id);
    const held = await boss('POST', api.stopAll, { hold: true, stop: false });
    expect(held.body).toMatchObject({ runs: 0, experiments: 0, heldBy: 'Ola' });
    expect((await boss<Run>('GET', api.run(goesOn.id))).body.state).toBe('running');
    expect((await other<Run>('GET', api.run(waits.id))).body.state).toBe('queued');
    expect(await claimRun(test.context.db, waits.id, 1, 'worker-2', secretKey)).toBe('later');
    expect(problemIn(await other('POST', api.runs, { plan: planInput() })).status).toBe(409);
    expect((await boss('DELETE', api.stopAll)).status).toBe(204);
    expect(await claimRun(test.context.db, waits.id, 1, 'worker-2', secretKey)).toMatchObject({ runId: waits.id });
    await boss('POST', api.stopAll);
    for (const body of [{ stop: false }, { scope: 'team', hold: true }]) expect((await boss('POST', api.stopAll, body)).status).toBe(400);
  });

  it("ends for a team alone when one of its admins stops everything, and nobody else's", async () => {
    const other = await otherTeam(test);
    const teamId = await findTeamId(other);
    const [admin, editor] = [await member(test, teamId, 'admin'), await member(test, teamId, 'editor')];
    const [mine, theirs] = [await launch(boss), await launch(other)];
    const body = { kind: 'aa', variants: [{ name: 'a', plan: planInput() }] };
    const experiment = (await other<{ id: string }>('POST', api.experiments, body)).body.id;
    expect((await editor('POST', api.stopAll)).status).toBe(403);
    for (const beyond of [{ scope: 'installation' }, { hold: true }, { hold: true, stop: false }])
      expect((await admin('POST', api.stopAll, beyond)).status).toBe(403);
    expect((await other<Run>('GET', api.run(theirs.id))).body.state).toBe('queued');
    const stopped = await admin('POST', api.stopAll);
    expect(stopped.body).toEqual({ runs: 1, experiments: 1, heldSince: null, heldBy: null });
    expect((await other<Run>('GET', api.run(theirs.id))).body.state).toBe('stopped');
    expect((await other<{ state: string }>('GET', api.experiment(experiment))).body.state).toBe('stopped');
    expect((await boss<Run>('GET', api.run(mine.id))).body.state).toBe('queued');
    const { items } = (await other<{ items: AuditEntry[] }>('GET', `${api.audit}?what=load.stop_all`)).body;
    expect(items).toMatchObject([{ details: { runs: 1, experiments: 1, hold: false, scope: 'team' } }]);
    // An owner of the installation who means the own team says so.
    expect((await boss('POST', api.stopAll, { scope: 'team' })).body).toMatchObject({ experiments: 0 });
    expect((await boss<Run>('GET', api.run(mine.id))).body.state).toBe('stopped');
  });
});
