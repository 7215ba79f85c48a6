/** Runs have numbers that people say: in lists, by themselves, in comparisons and experiments, and in no share. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { expect, it } from 'vitest';
import { share } from '../share/shares.ts';
import { makeToken, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun } from '../support/stored-runs.ts';

const { test, boss } = useApi();

it('finds a run by its number in the team of who asks, and tells the number wherever it tells of the run', async () => {
  const [one, two] = [await finishedRun(test, boss), await finishedRun(test, boss)];
  expect([one.number, two.number]).toEqual([1, 2]);
  expect((await boss<Run>('GET', api.run('2'))).body).toEqual((await boss<Run>('GET', api.run(two.id))).body);
  expect((await boss<{ items: Run[] }>('GET', api.runs)).body.items.map(({ number }) => number)).toEqual([2, 1]);
  const { base, candidates } = (await boss<ComparisonResult>('GET', api.comparison([one.id], [two.id]))).body;
  expect([base, ...candidates].map(({ runs }) => runs[0]?.number)).toEqual([1, 2]);
  for (const none of ['3', '0', '02', '-1', '1.0', '4294967297', '999999999'])
    expect((await boss('GET', api.run(none))).status, none).toBe(404);

  const stranger = await otherTeam(test);
  expect((await stranger('GET', api.run('1'))).status).toBe(404);
  const own = await finishedRun(test, stranger);
  expect(own.number).toBe(1);
  const token = await makeToken(test, stranger);
  expect((await token<Run>('GET', api.run('1'))).body.id).toBe(own.id);
  expect((await test.anonymous('GET', api.run('1'))).status).toBe(401);
});

it('tells no reader of a share how many runs the team made', async () => {
  const runs = [await finishedRun(test, boss), await finishedRun(test, boss)];
  const comparison = { base: [runs[0]?.id], candidates: [[runs[1]?.id]] };
  const { id } = (await boss<{ id: string }>('POST', api.comparisons, comparison)).body;
  const ofRun = await test.anonymous('GET', api.shared((await share(boss, { runId: runs[0]?.id ?? '' })).token));
  expect(ofRun.text).not.toContain('"number"');
  const ofComparison = await test.anonymous('GET', api.shared((await share(boss, { comparisonId: id })).token));
  expect(new Set(ofComparison.text.match(/"number":[^,}]*/g))).toEqual(new Set(['"number":null']));
});
