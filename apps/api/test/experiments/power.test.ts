/** How small a change an experiment will see, told by the plan's history, and how its interval closes in. */
import { randomUUID } from 'node:crypto';
import type { Experiment } from '@plimsoll/contracts/experiment';
import type { ExperimentCourse } from '@plimsoll/contracts/foreseen-power';
import { api } from '@plimsoll/contracts/paths';
import type { Power } from '@plimsoll/contracts/power';
import type { Run } from '@plimsoll/contracts/run';
import type { SavedPlan } from '@plimsoll/contracts/saved-plan';
import { foreseePower } from '@plimsoll/statistics/power';
import { designSentence } from '@plimsoll/wording/design-sentence';
import { expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';
import { begin, complete, launch, planInput, put, sampleAt } from '../support/stored-runs.ts';

const { test, boss } = useApi();

const load = { model: 'open', rate: 40, duration: '60s' } as const;
const plan = planInput({ load });
const rounds = new URLSearchParams({ roundSeconds: '60', repeats: '3', mostRepeats: '5', detect: '0.01' }).toString();
const powerOf = async (id: string) => (await boss<{ power: Power | null }>('GET', api.power(id, rounds))).body.power;

/** Seconds around `ms`, no two of one middle. */
const samplesAround = (ms: number, seconds: number) =>
  Array.from({ length: seconds }, (_, second) =>
    sampleAt(
      second,
      Array.from({ length: 40 }, (_, at) => ms * (1 + 0.01 * Math.sin(second * 1.7) + 0.02 * Math.sin(at))),
    ),
  );

async function savedPlan(): Promise<string> {
  const answer = await boss<SavedPlan>('POST', api.plans, { plan });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

async function runOf(planId: string, ms: number): Promise<string> {
  const { body } = await boss<Run>('POST', api.runs, { planId });
  await complete(test, body.id, samplesAround(ms, 60));
  return body.id;
}

const variantsOf = (of: object) =>
  ['http://127.0.0.1:8787/', 'http://127.0.0.1:8788/'].map((url, at) => ({
    name: ['old', 'new'][at],
    plan: { ...plan, target: { url }, load: of },
  }));

const askFor = (more: object = {}) =>
  boss<Experiment>('POST', api.experiments, {
    variants: variantsOf(load),
    repeats: 3,
    extendTo: 5,
    detect: 0.01,
    ...more,
  });

it('is not known of a plan without a history, then told by two runs, and better by an experiment whose runs were made at once', async () => {
  const planId = await savedPlan();
  expect(await powerOf(planId)).toBeNull();
  await runOf(planId, 20);
  expect(await powerOf(planId)).toBeNull();
  await runOf(planId, 20.1);
  const byRuns = await powerOf(planId);
  expect(byRuns).toMatchObject({ from: 'runs', after: 300 });
  expect(byRuns?.detectable).toBeGreaterThan(0);
  expect(byRuns?.detectable).toBeLessThan(0.05);
  const before = await askFor({ planId });
  expect(before.body).toMatchObject({ design: 'together', power: byRuns });
  // Of the median that decided there.
  const noise = { ofSecond: 0.05, blockSeconds: 2, of: 'firstMessageTime.p50' as const };
  await test.context.db.query(`UPDATE experiments SET state = 'completed', ended_at = now(), result = $2 WHERE id = $1`, [
    before.body.id,
    { comparisons: [], noiseFloor: null, capacity: null, knee: null, pairNoises: [{ ...noise, ofSecond: 0.02 }, noise] },
  ]);
  // By the loudest of its candidates, at five planned looks: after 3, 4 and 5 rounds.
  const foreseen = foreseePower([noise], { seconds: 60, looks: [3, 4, 5], candidates: 1, detect: 0.01 });
  expect(foreseen?.of).toBe('firstMessageTime.p50');
  expect(await powerOf(planId)).toEqual({ ...foreseen, from: 'experiment' });
  expect((await askFor({ planId })).body.power).toEqual({ ...foreseen, from: 'experiment' });
  expect((await askFor({ planId, design: 'runs' })).body.power).toBeNull();
  expect((await askFor()).body.power).toBeNull();
});

it('chooses turns where loads at once come near what the target carries, as runs that it held back or a capacity search tell, and says why', async () => {
  const planId = await savedPlan();
  const ceilingOf = async () => (await boss<{ ceiling: unknown }>('GET', api.planCeiling(planId))).body.ceiling;
  const held = (run: string, limit: string) =>
    test.context.db.query(
      `UPDATE runs SET validity = jsonb_set(validity, '{limit}', to_jsonb($2::text)), summary = jsonb_set(summary, '{goodputPerSecond}', '150') WHERE id = $1`,
      [run, limit],
    );
  const runId = await runOf(planId, 20);
  await held(runId, 'connections');
  expect(await ceilingOf()).toBeNull();
  await held(runId, 'target');
  expect(await ceilingOf()).toEqual({ perSecond: 150, from: 'runs' });
  // Twice 40/s are more than half of 150/s.
  const near = (await askFor({ planId })).body;
  expect(near).toMatchObject({ design: 'turns', designReason: { kind: 'nearCapacity', plannedPerSecond: 80, ceilingPerSecond: 150 } });
  expect(near.designReason && designSentence(near.design, near.designReason)).toContain(
    'at once they would send 80/s, and the target is known to carry 150/s',
  );
  expect((await askFor()).body.design).toBe('together');
  expect((await askFor({ planId, design: 'together' })).body).toMatchObject({
    design: 'together',
    designReason: { kind: 'chosen', shareMachine: 'measured' },
  });
  // Turns take twice as long.
  expect((await askFor({ planId, repeats: 1, extendTo: null, maxDuration: '90s' })).body.design).toBe('together');
  const closed = { model: 'closed', connections: 4, duration: '60s' };
  const ofClosed = (await askFor({ planId, variants: variantsOf(closed) })).body;
  expect(ofClosed).toMatchObject({ design: 'turns', designReason: { kind: 'nearCapacity', plannedPerSecond: null } });
  await test.context.db.query(
    `INSERT INTO experiments (id, team_id, kind, name, plan_id, variants, repeats, run_order, cool_down, state, ended_at, result)
     SELECT gen_random_uuid(), team_id, 'capacity', 'search', plan_id, variants, 1, run_order, cool_down, 'completed', now(), $2 FROM experiments WHERE id = $1`,
    [
      near.id,
      {
        comparisons: [],
        noiseFloor: null,
        knee: null,
        capacity: {
          rate: 400,
          interval: null,
          confirmed: true,
          sentence: '',
          code: { finding: { kind: 'found', held: 400, broke: 420, surelyBroke: 420 }, disturbance: null, connections: null },
        },
      },
    ],
  );
  expect(await ceilingOf()).toEqual({ perSecond: 400, from: 'capacity' });
  expect((await askFor({ planId })).body.design).toBe('together');
  expect((await askFor({ planId, variants: variantsOf(closed) })).body.design).toBe('together');
  expect((await boss('GET', api.planCeiling(randomUUID()))).status).toBe(404);
});

it('is refused at the field that cannot be read, and of a plan that is not the team’s', async () => {
  const planId = await savedPlan();
  expect(problemIn(await boss('GET', api.power(planId, 'roundSeconds=0')))).toMatchObject({ status: 400, field: '/roundSeconds' });
  expect(problemIn(await boss('GET', api.power('00000000-0000-4000-8000-000000000000', rounds)))).toMatchObject({ status: 404 });
});

it('closes in over the rounds that ended and the one under way', async () => {
  const { body } = await askFor();
  const courseOf = async () => (await boss<ExperimentCourse>('GET', api.experimentCourse(body.id))).body.items;
  expect(await courseOf()).toEqual([{ variant: 1, points: [] }]);
  const place = async (position: number, runId: string) =>
    test.context.db.query('UPDATE experiment_runs SET run_id = $3, inserted_at = now() WHERE experiment_id = $1 AND position = $2', [
      body.id,
      position,
      runId,
    ]);
  for (const { position, variant } of body.runs.slice(0, 4)) {
    const run = await launch(boss, plan);
    const samples = samplesAround(variant === 0 ? 20 : 21, position < 2 ? 60 : 20);
    if (position < 2) await complete(test, run.id, samples);
    else {
      await begin(test, run.id);
      await put(test, run.id, samples);
    }
    await place(position, run.id);
  }
  const [course] = await courseOf();
  const last = course?.points.at(-1);
  expect(last?.second).toBe(80);
  // 21 ms against 20 ms in each pair.
  expect(last?.middle).toBeCloseTo(0.05, 3);
  expect(course?.points[0]?.second).toBe(20);
  expect(problemIn(await boss('GET', api.experimentCourse('00000000-0000-4000-8000-000000000000')))).toMatchObject({ status: 404 });
});
