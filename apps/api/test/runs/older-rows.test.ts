/** Rows of an older version read as if they had later keys, on every way from the database to a reader. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Comparison } from '@plimsoll/contracts/comparison';
import { experimentSchema } from '@plimsoll/contracts/experiment';
import { liveSnapshotSchema } from '@plimsoll/contracts/live';
import { api } from '@plimsoll/contracts/paths';
import { type Run, runSchema } from '@plimsoll/contracts/run';
import { runListSchema } from '@plimsoll/contracts/run-list';
import { noTimes } from '@plimsoll/contracts/sample';
import { sharedSchema } from '@plimsoll/contracts/share';
import { columnOf, histogramNames, times } from '@plimsoll/contracts/times';
import { migrationsDir } from '@plimsoll/store/migrate';
import { beforeAll, expect, it } from 'vitest';
import { share } from '../share/shares.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun, planInput } from '../support/stored-runs.ts';
import { putWebPage } from '../support/test-api.ts';

const { test, boss } = useApi();
beforeAll(async () => {
  putWebPage(test);
});

/** Keys that version 0.1.0 did not know, wherever they stand. */
const laterTimes = histogramNames.filter((name) => times[name].later);
const later = new Set(['byRequest', ...laterTimes, 'requests', 'requestOrder', 'auth', 'bodyFile', 'window', 'stageSeconds', 'sequence']);
type Json = null | string | number | boolean | Json[] | { [key: string]: Json };
/** The same without it. A count of requests is older than a plan with several. */
function older(value: Json): Json {
  if (Array.isArray(value)) return value.map(older);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key, inner]) => !later.has(key) || (key === 'requests' && typeof inner === 'number'));
  return Object.fromEntries(kept.map(([key, inner]) => [key, older(inner)]));
}

/** Makes a column of a row what it would have been. `more`: what else was not there. */
async function age(table: string, column: string, id: string, more: (row: Record<string, Json>) => void = () => undefined): Promise<void> {
  const { db } = test.context;
  const { rows } = await db.query(`SELECT ${column} AS value FROM ${table} WHERE id = $1`, [id]);
  const value = older(rows[0].value) as Record<string, Json>;
  more(value);
  await db.query(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [id, JSON.stringify(value)]);
}

/** Upgrades rows of earlier versions. */
async function upgrade(): Promise<void> {
  const migration = await readFile(join(migrationsDir, '049_complete_comparisons.sql'), 'utf8');
  await test.context.db.query(migration.replaceAll('create function', 'create or replace function'));
}

async function olderRun(ms: number): Promise<Run> {
  const run = await finishedRun(test, boss, { ms, plan: planInput({ name: `of ${ms} ms` }) });
  await age('runs', 'summary', run.id);
  await age('runs', 'plan', run.id, (plan) => {
    delete plan.generators;
  });
  await test.context.db.query(
    `UPDATE samples SET counts = counts - 'requests', ${laterTimes.map((name) => `${columnOf(name)} = ''`).join(', ')} WHERE run_id = $1`,
    [run.id],
  );
  return run;
}

it('a run: by itself, in a list, live, exported and shared', async () => {
  const { id } = await olderRun(10);
  const one = await boss<Run>('GET', api.run(id));
  expect(one.status, one.text).toBe(200);
  expect(runSchema.parse(one.body)).toEqual(one.body);
  expect(one.body.summary).toMatchObject({ byRequest: [], dnsTime: noTimes, requests: 1000 });
  expect(one.body.plan).toMatchObject({ requests: null, requestOrder: 'auto', generators: 1, target: { auth: null, bodyFile: null } });
  const list = await boss('GET', api.runs);
  expect(runListSchema.parse(list.body)).toEqual(list.body);
  const live = await boss('GET', api.live(id));
  const snapshot = JSON.parse(/event: snapshot\ndata: (.*)/.exec(live.text)?.[1] ?? 'null');
  expect(liveSnapshotSchema.parse(snapshot)).toEqual(snapshot);
  const exported = await boss<{ run: Run }>('GET', `/api/v1/runs/${id}/export?format=json`);
  expect(exported.body.run.summary?.byRequest).toEqual([]);

  const { id: shareId, token } = await share(boss, { runId: id });
  await age('shares', 'content', shareId, (content) => {
    delete content.story;
    delete content.resources;
    delete (content.run as Record<string, Json>).ending;
  });
  await upgrade();
  const shared = await test.anonymous('GET', api.shared(token));
  expect(shared.status, shared.text).toBe(200);
  expect(sharedSchema.parse(shared.body)).toEqual(shared.body);
  for (const path of [`/s/${token}`, `/s/${token}/embed`, `/s/${token}/badge.svg`, `/s/${token}/preview.png`])
    expect((await test.anonymous('GET', path)).status, path).toBe(200);
});

function withoutErrors(result: Record<string, Json>): void {
  for (const candidate of result.candidates as Record<string, Json>[]) delete candidate.errors;
  for (const arm of [result.base, ...(result.candidates as Json[])]) delete (arm as Record<string, Json>).resources;
}

it('a comparison: by its runs, kept and shared', async () => {
  const [base, candidate] = [await olderRun(20), await olderRun(30)];
  const fresh = await boss('GET', `/api/v1/comparison?base=${base.id}&candidate=${candidate.id}`);
  expect(fresh.status, fresh.text).toBe(200);
  const kept = await boss<Comparison>('POST', api.comparisons, { base: [base.id], candidates: [[candidate.id]] });
  await age('comparisons', 'result', kept.body.id, (result) => {
    withoutErrors(result);
  });
  await upgrade();
  const read = await boss<Comparison>('GET', api.storedComparison(kept.body.id));
  expect(read.status, read.text).toBe(200);
  expect(read.body).toEqual({ ...kept.body, candidates: kept.body.candidates.map((one) => ({ ...one, errors: [] })) });
  expect(read.body.base.points[0]).toMatchObject({ byRequest: [], dnsTime: noTimes });

  const made = await share(boss, { comparisonId: kept.body.id });
  await age('shares', 'content', made.id, (content) => {
    withoutErrors(content.comparison as Record<string, Json>);
  });
  await upgrade();
  const { token } = made;
  for (const path of [api.shared(token), `/s/${token}`, `/s/${token}/embed`, `/s/${token}/preview.png`])
    expect((await test.anonymous('GET', path)).status, path).toBe(200);
});

it('an experiment with what it found', async () => {
  const [base, candidate] = [await olderRun(40), await olderRun(41)];
  const found = await boss<Comparison>('GET', `/api/v1/comparison?base=${base.id}&candidate=${candidate.id}`);
  const variants = ['a', 'b'].map((name) => ({ name, plan: planInput() }));
  const { id } = (await boss<{ id: string }>('POST', api.experiments, { variants })).body;
  const result = { comparisons: [{ variant: 1, result: found.body }] };
  await test.context.db.query('UPDATE experiments SET result = $2 WHERE id = $1', [id, JSON.stringify(result)]);
  await age('experiments', 'result', id, (row) => {
    for (const { result } of row.comparisons as { result: Record<string, Json> }[]) withoutErrors(result);
  });
  await upgrade();
  const read = await boss<{ comparisons: { result: Comparison }[] }>('GET', api.experiment(id));
  expect(read.status, read.text).toBe(200);
  expect(experimentSchema.parse(read.body)).toEqual(read.body);
  expect(read.body.comparisons[0]?.result).toMatchObject({
    candidates: [{ byRequest: [], errors: [], metrics: found.body.candidates[0]?.metrics }],
  });
});
