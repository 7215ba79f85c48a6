import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { SavedPlan, savedPlanListSchema } from '@plimsoll/contracts/saved-plan';
import type { Trend } from '@plimsoll/contracts/trend';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { problemIn } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';
import { complete, finishedRun, launch, planInput, sampleAt, streamsAt } from '../support/stored-runs.ts';

const { test, boss } = useApi();

async function savedPlan(): Promise<SavedPlan> {
  const answer = await boss<SavedPlan>('POST', api.plans, { plan: planInput() });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** A finished run of a saved plan whose every request took `ms`. */
async function runOf(planId: string, ms: number, seconds = 12): Promise<Run> {
  const launched = await boss<Run>('POST', api.runs, { planId });
  expect(launched.status, launched.text).toBe(201);
  const times = Array.from({ length: 40 }, (_, i) => ms + (i % 5) / 20);
  const samples = Array.from({ length: seconds }, (_, second) => sampleAt(second, times));
  await complete(test, launched.body.id, samples);
  return (await boss<Run>('GET', api.run(launched.body.id))).body;
}

it('a plan has no baseline until one is pinned, and none again after it is unpinned', async () => {
  const plan = await savedPlan();
  expect(plan).toMatchObject({ baselineRunId: null, noiseFloor: null });
  const run = await runOf(plan.id, 10);
  expect(run).toMatchObject({ state: 'completed', ciStatus: 'passed', baseline: null });
  const pinned = await boss<SavedPlan>('PUT', api.baseline(plan.id), { runId: run.id });
  expect(pinned.status, pinned.text).toBe(200);
  expect(pinned.body.baselineRunId).toBe(run.id);
  expect((await boss<SavedPlan>('GET', api.plan(plan.id))).body.baselineRunId).toBe(run.id);
  expect((await boss<SavedPlan>('PUT', api.baseline(plan.id), { runId: null })).body.baselineRunId).toBeNull();
});

it('a run that is deleted is no baseline any more', async () => {
  const plan = await savedPlan();
  const run = await runOf(plan.id, 10);
  await boss('PUT', api.baseline(plan.id), { runId: run.id });
  expect((await boss('DELETE', api.run(run.id))).status).toBe(204);
  expect((await boss<SavedPlan>('GET', api.plan(plan.id))).body.baselineRunId).toBeNull();
});

it('a run that cannot be a baseline is refused with the reason', async () => {
  const plan = await savedPlan();
  const pin = (runId: unknown) => boss('PUT', api.baseline(plan.id), { runId });
  const stranger = await finishedRun(test, boss);
  expect(problemIn(await pin(stranger.id))).toMatchObject({ status: 409, code: 'conflict', field: '/runId' });
  const going = (await boss<Run>('POST', api.runs, { planId: plan.id })).body;
  expect(problemIn(await pin(going.id)).detail).toContain('did not complete');
  const invalid = await runOf(plan.id, 10);
  await test.context.db.query(`UPDATE runs SET validity = '{"stamp":"invalid","reasons":["x"]}' WHERE id = $1`, [invalid.id]);
  expect(problemIn(await pin(invalid.id)).detail).toContain('invalid');
  expect(problemIn(await pin('00000000-0000-4000-8000-000000000000'))).toMatchObject({ status: 404 });
  for (const bad of ['x', 7, undefined, {}]) expect(problemIn(await pin(bad)), String(bad)).toMatchObject({ status: 400, field: '/runId' });
  expect(problemIn(await boss('PUT', api.baseline(plan.id), { runId: null, force: true }))).toMatchObject({ status: 400, field: '/force' });
  expect((await boss<SavedPlan>('GET', api.plan(plan.id))).body.baselineRunId).toBeNull();
});

it('a failed threshold fails the CI status, and so does a run that did not complete', async () => {
  const run = await launch(boss);
  expect(run.ciStatus).toBeNull();
  const stopped = (await boss<Run>('POST', api.stopRun(run.id))).body;
  expect(stopped).toMatchObject({ state: 'stopped', ciStatus: 'failed' });
  const other = await finishedRun(test, boss);
  await test.context.db.query(`UPDATE runs SET thresholds = '[{"expression":"p(99) < 1ms","value":2,"passed":false}]' WHERE id = $1`, [
    other.id,
  ]);
  expect((await boss<Run>('GET', api.run(other.id))).body.ciStatus).toBe('failed');
});

it.each([
  ['whose every answer failed', `summary = jsonb_set(summary, '{errorRate}', '1')`],
  ['that nothing answered', `summary = jsonb_set(summary, '{outcomes}', '{"timeout": 5}')`],
  ['whose generator was not fit', `validity = jsonb_set(validity, '{stamp}', '"invalid"')`],
])('a run %s fails the CI status, by itself and among the runs of its plan', async (_, change) => {
  const plan = await savedPlan();
  const run = await runOf(plan.id, 10);
  await test.context.db.query(`UPDATE runs SET ${change} WHERE id = $1`, [run.id]);
  expect((await boss<Run>('GET', api.run(run.id))).body).toMatchObject({ state: 'completed', ciStatus: 'failed' });
  const { items } = (await boss<z.infer<typeof savedPlanListSchema>>('GET', api.plans)).body;
  expect(items.find(({ id }) => id === plan.id)?.recent).toMatchObject([{ runId: run.id, ciStatus: 'failed' }]);
});

it('a list tells of a verdict the metric that leads it; of an open one the metric that may be worse by most', async () => {
  const plan = await savedPlan();
  const ends = { throughput: [-0.07, 0.2], errorRate: [-0.01, 0.02], p50: [-0.3, 0.05], p90: [-0.1, 0.9] } as const;
  const listed = async (verdict: string) => {
    const run = await runOf(plan.id, 10);
    const metrics = Object.entries(ends).map(([metric, [low, high]], at) => ({
      ...{ metric, verdict, base: 1, candidate: 1, delta: 0, deltaRelative: -0.01 * at, interval: { low, high }, reason: '', code: null },
    }));
    const kept = { baselineRunId: run.id, verdict, sentence: '', code: null, metrics };
    await test.context.db.query('UPDATE runs SET vs_baseline = $2 WHERE id = $1', [run.id, JSON.stringify(kept)]);
    const { items } = (await boss<{ items: Run[] }>('GET', `${api.runs}?planId=${plan.id}&verdict=${verdict}`)).body;
    expect(items.map(({ id }) => id)).toEqual([run.id]);
    return items[0]?.baseline?.metrics.map(({ metric }) => metric);
  };
  expect(await listed('better')).toEqual(['p50']);
  // 7 % less throughput are worse than 5 % more time.
  expect(await listed('not_enough_evidence')).toEqual(['throughput']);
});

it('the trend has a point a run, marks the baseline and finds where the level changed', async () => {
  const plan = await savedPlan();
  const runs: Run[] = [];
  for (let index = 0; index < 8; index++) runs.push(await runOf(plan.id, 10 + (index % 3) / 10));
  expect((await boss('PUT', api.plan(plan.id), { plan: planInput({ note: 'edited' }) })).status).toBe(200);
  for (let index = 0; index < 8; index++) runs.push(await runOf(plan.id, 15 + (index % 3) / 10));
  await boss('PUT', api.baseline(plan.id), { runId: runs[2]?.id });
  const { body } = await boss<Trend>('GET', api.trend(plan.id, 'p50'));
  expect(body.points.map((point) => point.runId)).toEqual(runs.map((run) => run.id));
  expect(body.points.map((point) => point.value)).toEqual(runs.map((run) => run.summary?.responseTime.p50Us));
  expect(body.points.filter((point) => point.isBaseline).map((point) => point.runId)).toEqual([runs[2]?.id]);
  expect(body.points.map((point) => point.revision)).toEqual([...Array(8).fill(1), ...Array(8).fill(2)]);
  expect(body.changePoints).toHaveLength(1);
  expect(body.changePoints[0]?.runId).toBe(runs[8]?.id);
  expect(body.changePoints[0]?.relative).toBeCloseTo(0.49, 1);
  // Learned from the runs since the change: 15.0 to 15.2 ms.
  expect(body.noiseFloor).toBeGreaterThan(0.005);
  expect(body.noiseFloor).toBeLessThan(0.03);
  expect(body.capacities).toEqual([]);
  const listed = (await boss<{ items: { id: string; recent: { runId: string; p99Us: number }[] }[] }>('GET', api.plans)).body.items;
  const { recent } = listed.find(({ id }) => id === plan.id) ?? {};
  expect(recent?.map(({ runId, p99Us }) => [runId, p99Us])).toEqual(runs.map((run) => [run.id, run.summary?.responseTime.p99Us]));
  expect(recent?.[0]).toMatchObject({ at: runs[0]?.startedAt, verdict: null, ciStatus: 'passed', waiting: null });
  expect(problemIn(await boss('GET', api.trend(plan.id, 'speed')))).toMatchObject({ status: 400, field: '/metric' });
});

it('a list of plans tells of their runs the time that users of streams wait for, of an older run of gRPC too', async () => {
  const events = planInput({ target: { url: 'http://127.0.0.1:8787/events', stream: 'sse' } });
  const { id: planId } = (await boss<SavedPlan>('POST', api.plans, { plan: events })).body;
  for (const firstMs of [20, 35]) {
    const { id } = (await boss<Run>('POST', api.runs, { planId })).body;
    await complete(
      test,
      id,
      [0, 1].map((second) => streamsAt(second, { wholeMs: 2000, firstMs, gapMs: 400 })),
    );
  }
  const told = async () => {
    const { items } = (await boss<z.infer<typeof savedPlanListSchema>>('GET', api.plans)).body;
    return items.find(({ id }) => id === planId)?.recent.map(({ waiting }) => [waiting?.metric, Math.round((waiting?.us ?? 0) / 1000)]);
  };
  const inFirst = [
    ['firstMessageTime.p95', 20],
    ['firstMessageTime.p95', 35],
  ];
  expect(await told()).toEqual(inFirst);
  // As versions before streams of any protocol kept them.
  await test.context.db.query(
    `UPDATE runs SET summary = summary - 'stream' || jsonb_build_object('grpc', jsonb_build_object('statuses', '{}'::jsonb,
       'messages', '{"sent": 0, "received": 200, "sentBytes": 0, "receivedBytes": 2000}'::jsonb,
       'firstMessageTime', summary #> '{stream,firstMessageTime}', 'messageGap', summary #> '{stream,messageGap}')) WHERE plan_id = $1`,
    [planId],
  );
  expect(await told()).toEqual(inFirst);
});

it('a change of level is confirmed by an experiment of both sides that finds it, and by no other; invalid runs make none', async () => {
  const plan = await savedPlan();
  const runs: Run[] = [];
  for (let index = 0; index < 12; index++) runs.push(await runOf(plan.id, (index < 6 ? 10 : 15) + (index % 3) / 10));
  const changes = async () => (await boss<Trend>('GET', api.trend(plan.id, 'p50'))).body.changePoints;
  const [lastBefore = '', runId = ''] = [runs[5]?.id, runs[6]?.id];
  expect(await changes()).toMatchObject([{ runId, lastBefore, confirmation: null }]);
  const sides = ['http://127.0.0.1:8787/', 'http://127.0.0.1:8788/'].map((url, at) => ({
    name: ['before', 'after'][at],
    plan: planInput({ target: { url } }),
  }));
  const ask = (more: object) => boss<Experiment>('POST', api.experiments, { variants: sides, ...more });
  const confirms = { metric: 'p50', before: lastBefore, after: runId };
  expect(problemIn(await ask({ confirms }))).toMatchObject({ status: 400, field: '/confirms' });
  const { body } = await ask({ planId: plan.id, confirms });
  expect(body.confirms).toEqual(confirms);
  expect(await changes()).toMatchObject([
    { runId, confirmation: { experimentId: body.id, state: 'queued', verdict: null, confirmed: false } },
  ]);
  const end = (found: object, state = 'completed') =>
    test.context.db.query('UPDATE experiments SET state = $3, ended_at = now(), result = $2 WHERE id = $1', [
      body.id,
      { comparisons: [{ variant: 1, result: { candidates: [{ metrics: [{ metric: 'p50', ...found }] }] } }] },
      state,
    ]);
  const builds = (verdict: string) => ({ verdict: 'worse', claims: { services: { verdict: 'worse' }, builds: { verdict } } });
  for (const [found, state, verdict, confirmed] of [
    [{ verdict: 'worse' }, 'completed', 'worse', true],
    [{ verdict: 'better' }, 'completed', 'better', false],
    [{ verdict: 'worse' }, 'stopped', 'worse', false],
    [builds('not_enough_evidence'), 'completed', 'not_enough_evidence', false],
    [builds('worse'), 'completed', 'worse', true],
  ] as const) {
    await end(found, state);
    expect(await changes(), JSON.stringify(found)).toMatchObject([{ confirmation: { state, verdict, confirmed } }]);
  }
  expect((await boss<Trend>('GET', api.trend(plan.id, 'p99'))).body.changePoints).toMatchObject([{ confirmation: null }]);
  // The floor of the metric decides, not the largest; what an experiment looked into is told all the same.
  const floors = (p50: number) =>
    test.context.db.query('UPDATE plans SET noise_floor = 0.6, noise_floors = $2 WHERE id = $1', [plan.id, { p50, p99: 0.6 }]);
  await floors(0.02);
  expect((await boss<Trend>('GET', api.trend(plan.id, 'p50'))).body).toMatchObject({ noiseFloor: 0.02, changePoints: [{ runId }] });
  expect((await boss<Trend>('GET', api.trend(plan.id, 'p99'))).body).toMatchObject({ noiseFloor: 0.6, changePoints: [] });
  await floors(0.6);
  expect(await changes()).toMatchObject([{ runId, confirmation: { confirmed: true } }]);
  await test.context.db.query('UPDATE experiments SET confirms = NULL WHERE id = $1', [body.id]);
  expect(await changes()).toEqual([]);
  await floors(0.02);
  const ids = runs.slice(6).map(({ id }) => id);
  await test.context.db.query(`UPDATE runs SET validity = '{"stamp":"invalid","reasons":["x"]}' WHERE id = ANY($1)`, [ids]);
  expect(await changes()).toEqual([]);
});

it("a diff of two runs of one plan uses the plan's noise floor; a diff across plans has none", async () => {
  const plan = await savedPlan();
  const [one, two] = [await runOf(plan.id, 10), await runOf(plan.id, 12)];
  await test.context.db.query('UPDATE plans SET noise_floor = 0.3 WHERE id = $1', [plan.id]);
  const same = await boss<ComparisonResult>('GET', api.comparison([one.id], [two.id]));
  expect(same.body).toMatchObject({ noiseFloor: 0.3, minimumEffect: 0.3 });
  expect(same.body.candidates[0]?.metrics.find(({ metric }) => metric === 'p50')?.verdict).toBe('no_difference');
  const stranger = await finishedRun(test, boss);
  expect((await boss<ComparisonResult>('GET', api.comparison([one.id], [stranger.id]))).body.noiseFloor).toBeNull();
});

it('a window compares those seconds only, and a bad one is refused at its field', async () => {
  const plan = await savedPlan();
  const [one, two] = [await runOf(plan.id, 10, 30), await runOf(plan.id, 12, 30)];
  const at = (query: string) => boss<ComparisonResult>('GET', `${api.comparison([one.id], [two.id])}${query}`);
  const windowed = (await at('&from=5&to=17')).body;
  expect(windowed.base.runs[0]?.summary.requests).toBe(12 * 40);
  expect(windowed.base.points.map((point) => point.second)).toEqual(Array.from({ length: 12 }, (_, index) => index + 5));
  expect((await at('')).body.base.runs[0]?.summary.requests).toBe(30 * 40);
  for (const [query, field] of [
    ['&from=5', '/to'],
    ['&to=5', '/from'],
    ['&from=5&to=5', '/to'],
    ['&from=-1&to=5', '/from'],
    ['&from=x&to=5', '/from'],
  ])
    expect(problemIn(await at(query ?? '')), query).toMatchObject({ status: 400, field });
});
