/** More repeats of an A/B that is over. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Experiment } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import { leastVerdictSeconds } from '@plimsoll/contracts/verdict';
import { finishExperiment } from '@plimsoll/store/experiment-end';
import { claimExperiment } from '@plimsoll/store/experiment-life';
import type { ExperimentResult } from '@plimsoll/store/experiment-row';
import { expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { makeToken, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun, planInput } from '../support/stored-runs.ts';
import { secretKey } from '../support/test-api.ts';

const { test, boss } = useApi();
const variants = [
  { name: 'a', plan: planInput() },
  { name: 'b', plan: planInput() },
];

async function ask(more: Record<string, unknown> = {}): Promise<string> {
  const { body, status, text } = await boss<Experiment>('POST', api.experiments, { variants, repeats: 3, ...more });
  expect(status, text).toBe(201);
  return body.id;
}

/** As a worker would, but for its runs. */
async function complete(id: string, result: ExperimentResult | null = null): Promise<void> {
  const { db } = test.context;
  const claimed = await claimExperiment(db, id, 'worker-1', secretKey);
  if (!claimed) throw new Error('not claimed');
  expect(
    await finishExperiment(db, claimed, { state: 'completed', remarks: [{ kind: 'variants', runs: 3, undecided: false }], result }),
  ).toBe(true);
}

it('goes on as the same experiment, in the order it would have had, and knows that it was looked at', async () => {
  const id = await ask();
  await complete(id);
  const going = await boss<Experiment>('POST', api.moreRepeats(id), {});
  expect(going.status, going.text).toBe(202);
  expect(going.body).toMatchObject({ id, state: 'queued', repeats: 6, stateReason: null, endedAt: null, progress: { total: 12 } });
  expect(going.body.runs.map(({ variant }) => variant).join('')).toBe('011010010110');
  const asked = await boss<Experiment>('GET', api.experiment(await ask({ repeats: 6 })));
  expect(going.body.runs.map(({ variant }) => variant)).toEqual(asked.body.runs.map(({ variant }) => variant));
  const claimed = await claimExperiment(test.context.db, id, 'worker-2', secretKey);
  expect(claimed).toMatchObject({ judgedBefore: 1, repeats: 6 });
  const { items } = (await boss<{ items: { action: string; details: unknown; what: unknown }[] }>('GET', api.audit)).body;
  expect(items.find(({ action }) => action === 'experiment.more')).toMatchObject({
    what: { kind: 'experiment', id, name: 'a or b' },
    details: { repeats: 3 },
  });
  // While it is under way nobody adds to it.
  expect(problemIn(await boss('POST', api.moreRepeats(id), {}))).toMatchObject({ status: 409, detail: expect.stringContaining('running') });
});

it('waits behind what was asked for before', async () => {
  const first = await ask();
  await complete(first);
  const second = await ask();
  await boss('POST', api.moreRepeats(first), { repeats: 1 });
  const { items } = (await boss<{ items: { id: string }[] }>('GET', api.queue)).body;
  const places = items.map(({ id }) => id);
  expect(places.indexOf(second)).toBeGreaterThanOrEqual(0);
  expect(places.indexOf(first)).toBeGreaterThan(places.indexOf(second));
});

it('is refused in words where it cannot go on', async () => {
  const waiting = await ask();
  expect(problemIn(await boss('POST', api.moreRepeats(waiting), {}))).toMatchObject({
    status: 409,
    detail: expect.stringContaining('queued'),
  });
  const noise = await ask({ kind: 'aa', variants: variants.slice(0, 1) });
  await complete(noise);
  expect(problemIn(await boss('POST', api.moreRepeats(noise), {}))).toMatchObject({
    status: 409,
    detail: expect.stringContaining('Only an A/B'),
  });
  const many = await ask({ repeats: 20, extendTo: 30 });
  await complete(many);
  expect((await boss('POST', api.moreRepeats(many), { repeats: 10 })).status).toBe(202);
  await complete(many);
  expect(problemIn(await boss('POST', api.moreRepeats(many), { repeats: 1 }))).toMatchObject({
    status: 409,
    detail: expect.stringContaining('at most 30'),
  });
  for (const body of [{ repeats: 0 }, { repeats: 11 }, { repeats: 1, extendTo: 3 }])
    expect((await boss('POST', api.moreRepeats(many), body)).status).toBe(400);
});

it('is refused with the sentence of its page where no repeat decides it', async () => {
  const compared = async (seconds: number): Promise<ExperimentResult> => {
    const [base, candidate] = [await finishedRun(test, boss, { seconds }), await finishedRun(test, boss, { seconds })];
    const { body } = await boss<ComparisonResult>('GET', api.comparison([base.id], [candidate.id]));
    return { comparisons: [{ variant: 1, result: body }], noiseFloor: null, capacity: null, knee: null };
  };
  const short = await ask();
  await complete(short, await compared(leastVerdictSeconds - 1));
  expect(problemIn(await boss('POST', api.moreRepeats(short), {}))).toMatchObject({
    status: 409,
    detail: 'No verdict. The base run has 9 measured seconds; at least 10 are needed for a verdict.',
  });
  const long = await ask();
  await complete(long, await compared(leastVerdictSeconds));
  expect((await boss('POST', api.moreRepeats(long), {})).status).toBe(202);
});

it('is refused where the saved plan was changed since', async () => {
  const { id: planId } = (await boss<{ id: string }>('POST', api.plans, { plan: planInput() })).body;
  const id = await ask({ planId });
  await complete(id);
  const run = (await boss<{ id: string }>('POST', api.runs, { planId })).body.id;
  await test.context.db.query('UPDATE runs SET experiment_id = $2 WHERE id = $1', [run, id]);
  expect((await boss('PUT', api.plan(planId), { plan: planInput({ name: 'other' }) })).status).toBe(200);
  expect(problemIn(await boss('POST', api.moreRepeats(id), {}))).toMatchObject({
    status: 409,
    detail: expect.stringContaining('was changed since'),
  });
});

it("is refused to viewers' tokens, and another team does not know it", async () => {
  const id = await ask();
  await complete(id);
  const stranger = await otherTeam(test);
  expect((await stranger('POST', api.moreRepeats(id), {})).status).toBe(404);
  const reader = await makeToken(test, boss, ['read']);
  expect((await reader('POST', api.moreRepeats(id), {})).status).toBe(403);
  expect((await test.anonymous('POST', api.moreRepeats(id), {})).status).toBe(401);
});
