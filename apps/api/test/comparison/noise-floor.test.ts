/** The noise floor of a plan: one rule for a comparison, a baseline verdict and an experiment. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { SavedPlan } from '@plimsoll/contracts/saved-plan';
import { computeNoiseFloor } from '@plimsoll/statistics/noise-floor';
import { beforeAll, expect, it } from 'vitest';
import { findTeamId } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { begin, finish, planInput, put, sampleAt } from '../support/stored-runs.ts';

const { test, boss } = useApi();
let teamId: string;
let plan: SavedPlan;
/** All but one took about 10 ms; `odd`, in their middle, took 11.5. */
let alike: Run[];
let odd: Run;
beforeAll(async () => {
  teamId = await findTeamId(boss);
  plan = (await boss<SavedPlan>('POST', api.plans, { plan: planInput() })).body;
  const before = [await finished(10), await finished(10.1), await finished(10.05), await finished(10)];
  odd = await finished(11.5);
  alike = [...before, await finished(10.1), await finished(10.05), await finished(10)];
});

const samplesAround = (ms: number) =>
  Array.from({ length: 12 }, (_, second) =>
    sampleAt(
      second,
      Array.from({ length: 40 }, (_, i) => ms + ((i + second) % 5) / 20),
    ),
  );

/** A run of the plan whose load is over, and whose row does not know it yet. */
async function measured(ms: number): Promise<Run> {
  const { body } = await boss<Run>('POST', api.runs, { planId: plan.id });
  await begin(test, body.id);
  await put(test, body.id, samplesAround(ms));
  return body;
}

async function finished(ms: number): Promise<Run> {
  const { id } = await measured(ms);
  await finish(test, id, samplesAround(ms));
  return (await boss<Run>('GET', api.run(id))).body;
}

/** The noise floor that the other runs teach. */
function learnedWithout(...except: readonly Run[]): number | undefined {
  const rest = [...alike, odd].filter((run) => !except.includes(run));
  return computeNoiseFloor(rest.flatMap(({ summary }) => (summary ? [summary] : [])))?.relative;
}

const comparedByUrl = async (base: Run, candidate: Run) =>
  (await boss<ComparisonResult>('GET', api.comparison([base.id], [candidate.id]))).body;

async function comparedByExperiment(base: Run, candidate: Run, planId: string | null): Promise<ComparisonResult | undefined> {
  const candidates = [{ variant: 1, runIds: [candidate.id] }];
  const found = await test.context.analysis.compareVariants({ teamId, planId, base: [base.id], candidates, looks: 1, withPoints: false });
  return found[0]?.result;
}

async function judged(run: Run): Promise<Record<string, string>> {
  const { baseline } = await test.context.analysis.judgeFinishedRun({ teamId, runId: run.id, plan: run.plan, state: 'completed' });
  return Object.fromEntries((baseline?.metrics ?? []).map(({ metric, verdict }) => [metric, verdict]));
}

it('learned floors leave out the runs that are compared, for a comparison and for an experiment alike', async () => {
  const [one, other] = alike as [Run, Run];
  expect(learnedWithout(one, other)).toBeGreaterThan(0.1);
  expect(learnedWithout(one, odd)).toBeLessThan(0.03);
  for (const [base, candidate] of [
    [one, other],
    [one, odd],
    [odd, one],
  ] as const) {
    const floor = learnedWithout(base, candidate);
    expect((await comparedByUrl(base, candidate)).noiseFloor).toBe(floor);
    expect((await comparedByExperiment(base, candidate, plan.id))?.noiseFloor).toBe(floor);
  }
});

it('an experiment without a plan, or one that measures the floor itself, is given none', async () => {
  expect((await comparedByExperiment(alike[0] as Run, odd, null))?.noiseFloor).toBeNull();
});

it('a baseline verdict is held to the same floor: neither the baseline nor the judged run explains its own difference away', async () => {
  await boss('PUT', api.baseline(plan.id), { runId: odd.id });
  expect((await judged(await measured(10.02))).p50).toBe('better');
  await boss('PUT', api.baseline(plan.id), { runId: alike[0]?.id });
  // Its row says that it is over, as when it is judged once more: it is part of the history now.
  expect((await judged(odd)).p50).toBe('worse');
  // With the odd run in the history, as much of a difference is what this setup does by itself.
  expect((await judged(await measured(11.4))).p50).toBe('no_difference');
});

it('the floor that an A/A measured goes before the one that was learned, for all of them', async () => {
  await test.context.db.query('UPDATE plans SET noise_floor = 0.3 WHERE id = $1', [plan.id]);
  const [one] = alike as [Run];
  expect((await comparedByUrl(one, odd)).noiseFloor).toBe(0.3);
  expect((await comparedByExperiment(one, odd, plan.id))?.noiseFloor).toBe(0.3);
  expect((await judged(odd)).p50).toBe('no_difference');
});
