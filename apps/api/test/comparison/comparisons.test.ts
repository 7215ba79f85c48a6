import {
  type Candidate,
  type Comparison,
  type ComparisonResult,
  comparisonResultSchema,
  comparisonSchema,
} from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import { beforeAll, describe, expect, it } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun, launch, planInput, runInRegions, sampleAt, timesAround } from '../support/stored-runs.ts';

const { test, boss } = useApi();
/** Around 10, 10, 20 and 30 ms. */
let runs: Run[];
beforeAll(async () => {
  runs = [];
  for (const ms of [10, 10, 20, 30]) runs.push(await finishedRun(test, boss, { plan: planInput({ name: `at ${ms} ms` }), ms }));
});

const id = (at: number) => runs[at]?.id ?? '';
const verdicts = (answer: ComparisonResult) =>
  answer.candidates.map(({ metrics }) => metrics.map(({ metric, verdict }) => [metric, verdict]));
const candidates = (answer: ComparisonResult) => answer.candidates.map(({ runs }) => runs.map((run) => run.id));

describe('several arms', () => {
  it('are judged together, and what is kept is what was shown', async () => {
    const shown = await boss<ComparisonResult>('GET', api.comparison([id(0)], [id(1)], [id(2)], [id(3)]));
    expect(shown.status, shown.text).toBe(200);
    const answer = comparisonResultSchema.parse(shown.body);
    expect(candidates(answer)).toEqual([[id(1)], [id(2)], [id(3)]]);
    expect(answer.window).toBeNull();
    const p50 = ({ metrics }: Candidate) => metrics.find(({ metric }) => metric === 'p50');
    expect(answer.candidates.map((one) => p50(one)?.verdict)).toEqual(['no_difference', 'worse', 'worse']);
    expect(answer.sentence).toMatch(/^Against A · at 10 ms: B · at 10 ms .*, C · at 20 ms slower \(.*\), D · at 30 ms slower \(.*\)\.$/);
    expect([answer.base, ...answer.candidates].map(({ points, runs }) => [points.length, runs.length])).toEqual(Array(4).fill([20, 1]));

    const body = { base: [id(0)], candidates: [[id(1)], [id(2)], [id(3)]] };
    const kept = await boss<Comparison>('POST', api.comparisons, body);
    expect(kept.status, kept.text).toBe(201);
    const stored = comparisonSchema.parse((await boss('GET', api.storedComparison(kept.body.id))).body);
    expect(verdicts(stored)).toEqual(verdicts(answer));
    expect(stored.sentence).toBe(answer.sentence);
    expect(stored.title).toBe('at 10 ms, at 10 ms, at 20 ms and at 30 ms');
    const { items } = (await boss<{ items: unknown[] }>('GET', api.comparisons)).body;
    expect(items).toMatchObject([{ baseRunIds: [id(0)], candidateRunIds: [[id(1)], [id(2)], [id(3)]] }]);
  });

  it('may each be named once, of runs of the team that are over', async () => {
    const ask = async (...arms: [string[], ...string[][]]) => problemIn(await boss('GET', api.comparison(...arms)));
    expect(await ask([id(0)], [id(1)], [id(0)])).toMatchObject({ status: 400, field: '/candidate/1' });
    expect(await ask([id(0)], [id(1)], [id(2)], [id(1)])).toMatchObject({ status: 400, field: '/candidate/2' });
    expect(await ask([id(0)], [id(1)], [''])).toMatchObject({ status: 400, field: '/candidate/1' });
    expect((await ask([id(0)], [id(1)], [id(2)], [id(3)], ['a'], ['b'])).status).toBe(400);
    expect((await ask([id(0)], [id(1)], ['no id'])).status).toBe(404);
    expect((await ask([id(0)], [id(1)], [(await launch(boss)).id])).status).toBe(409);
    const stranger = await otherTeam(test);
    expect((await stranger('GET', api.comparison([id(0)], [id(1)], [id(2)]))).status).toBe(404);
  });
});

describe('names of the version before', () => {
  it('are refused as what nobody knows, with the field', async () => {
    const query = await boss('GET', `${api.comparison([id(0)], [id(1)])}&others=${id(2)}`);
    expect(problemIn(query)).toMatchObject({ status: 400, field: '/others' });
    for (const old of [{ candidate: [id(1)] }, { others: [[id(2)]] }])
      expect(problemIn(await boss('POST', api.comparisons, { base: [id(0)], candidates: [[id(1)]], ...old }))).toMatchObject({
        status: 400,
        field: `/${Object.keys(old)[0]}`,
      });
    const before = await boss('POST', api.comparisons, { base: [id(0)], candidate: [id(1)] });
    expect(problemIn(before)).toMatchObject({ status: 400, field: '/candidates' });
  });

  it('and arms that make no sense are refused at their place in the list', async () => {
    const ask = async (...candidates: string[][]) => problemIn(await boss('POST', api.comparisons, { base: [id(0)], candidates }));
    expect(await ask([id(1)], [id(0)])).toMatchObject({ status: 400, field: '/candidates/1' });
    expect(await ask([id(1), id(1)])).toMatchObject({ status: 400, field: '/candidates/0' });
    expect(await ask()).toMatchObject({ status: 400, field: '/candidates' });
    expect(await ask([id(1)], [id(2)], [id(3)], ['a'], ['b'])).toMatchObject({ status: 400 });
  });
});

describe('a window', () => {
  it('is kept with its comparison', async () => {
    const body = { base: [id(0)], candidates: [[id(1)], [id(2)]], from: 4, to: 16 };
    const kept = await boss<Comparison>('POST', api.comparisons, body);
    expect(kept.status, kept.text).toBe(201);
    expect(kept.body.window).toEqual({ from: 4, to: 16 });
    const shown = (await boss<ComparisonResult>('GET', `${api.comparison([id(0)], [id(1)], [id(2)])}&from=4&to=16`)).body;
    expect(verdicts(kept.body)).toEqual(verdicts(shown));
    expect(kept.body.candidates[0]?.points.map(({ second }) => second)).toEqual(Array.from({ length: 12 }, (_, at) => at + 4));
    expect(kept.body.candidates[0]?.runs[0]?.summary.requests).toBe(12 * 50);
  });

  it('has both ends, and the second after the first', async () => {
    const arms = { base: [id(0)], candidates: [[id(1)]] };
    const wrong = [{ from: 1 }, { to: 5 }, { from: 5, to: 5 }, { from: -1, to: 5 }, { from: 0.5, to: 5 }];
    for (const window of wrong)
      expect((await boss('POST', api.comparisons, { ...arms, ...window })).status, JSON.stringify(window)).toBe(400);
  });
});

describe('runs in regions', () => {
  it('are compared by region, too, and points are told of each', async () => {
    const secondsAt = (ms: number) => Array.from({ length: 20 }, (_, second) => sampleAt(second, timesAround(ms, second)));
    const made = async (eu: number, us: number) => (await runInRegions(test, boss, { eu: secondsAt(eu), us: secondsAt(us) })).id;
    const [base, slower] = [await made(10, 40), await made(10, 60)];
    const compared = await boss<ComparisonResult>('GET', api.comparison([base], [slower]));
    expect(compared.status, compared.text).toBe(200);
    const [candidate] = comparisonResultSchema.parse(compared.body).candidates;
    const verdictOf = (region: string) =>
      candidate?.byRegion?.find(({ name }) => name === region)?.metrics.find(({ metric }) => metric === 'p50')?.verdict;
    expect([verdictOf('eu'), verdictOf('us'), candidate?.byRegion?.length]).toEqual(['no_difference', 'worse', 2]);
    const points = (await boss<{ points: Point[] }>('GET', `${api.samples(slower)}?region=us`)).body.points;
    expect(points.map(({ done, responseTime }) => [done, Math.round((responseTime.p50Us ?? 0) / 10_000)])).toEqual(Array(20).fill([50, 6]));
    expect((await boss<Run>('GET', api.run(slower))).body.generators).toMatchObject([{ region: 'eu' }, { region: 'us' }]);
  });
});
