/** The story of a run: while it goes on, when it is over, and on a share. */
import { api } from '@plimsoll/contracts/paths';
import type { RunTraces } from '@plimsoll/contracts/run-traces';
import type { Shared } from '@plimsoll/contracts/share';
import type { Story } from '@plimsoll/contracts/story';
import { beforeAll, expect, it } from 'vitest';
import { everythingShown, share } from '../share/shares.ts';
import { useApi } from '../support/scene.ts';
import { begin, finish, launch, planInput, put, sampleAt } from '../support/stored-runs.ts';
import { putWebPage } from '../support/test-api.ts';

const { test, boss } = useApi();
beforeAll(() => putWebPage(test));

/** 60 a second are planned; from second 6 on, the target answers 40 and refuses the rest. */
const plan = planInput({ load: { model: 'open', rate: 60, duration: '20s' } });
function secondAt(second: number) {
  const refused = second < 6 ? 0 : 20;
  const times = Array.from({ length: 60 - refused }, () => 20);
  return sampleAt(second, times, {
    planned: 60,
    sent: 60,
    failed: refused,
    failedTimeUs: refused * 200,
    outcomes: { response: 60 },
    statuses: { '200': 60 - refused, ...(refused > 0 ? { '503': refused } : {}) },
  });
}
const seconds = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => secondAt(from + at));
const told = (story: Story) => story.findings.map(({ kind, second }) => `${kind} ${second}`);

it('is told as far as known while the run goes on, and whole when it is over', async () => {
  const run = await launch(boss, plan);
  expect((await boss<Story>('GET', api.story(run.id))).body).toMatchObject({ findings: [], stages: [], ceilingPerSecond: null });
  await begin(test, run.id);
  await put(test, run.id, seconds(0, 6));
  expect(told((await boss<Story>('GET', api.story(run.id))).body)).toEqual([]);
  await put(test, run.id, seconds(6, 8));
  // The newest second may be half told.
  const early = await boss<Story>('GET', api.story(run.id));
  expect(told(early.body)).toEqual(['first_error_status 6']);
  expect(early.body.findings[0]?.text).toContain('HTTP 503');
  await put(test, run.id, seconds(8, 20));
  await finish(test, run.id, seconds(0, 20));
  const { body: story } = await boss<Story>('GET', api.story(run.id));
  expect(told(story).sort()).toEqual(['failing_fast 6', 'first_error_status 6', 'goodput_ceiling 6']);
  expect(story.ceilingPerSecond).toBe(40);
  expect(story.overload?.manner).toBe('shed');
  expect(story.stages).toMatchObject([
    { name: '60', fromSecond: 0, toSecond: 20, plannedPerSecond: 60, goodPerSecond: 46, statuses: { '200': 920, '503': 280 } },
  ]);
  const { token } = await share(boss, { runId: run.id });
  const { body: shared } = await test.anonymous<Shared>('GET', api.shared(token));
  expect(shared.content.kind === 'run' && shared.content.story).toEqual(story);
  expect((await test.anonymous('GET', `/s/${token}`)).text).toContain(story.findings[0]?.text);
});

it('lists the slowest sampled requests with links into the backend that the team named, and shares neither', async () => {
  const traceAt = (second: number, place: number) => ({
    traceId: `${second}${place}`.padStart(32, 'a'),
    second,
    responseTimeUs: 1000 * (second + place / 10),
    outcome: 'response' as const,
    status: 200,
    request: null,
  });
  const run = await launch(boss, { ...plan, tracing: { sample: 0.5 } });
  await begin(test, run.id);
  const samples = Array.from({ length: 20 }, (_, second) => ({
    ...secondAt(second),
    warmup: second === 19,
    traces: [3, 2, 1].map((place) => traceAt(second, place)),
  }));
  await put(test, run.id, samples);
  await finish(test, run.id, samples);
  const read = async (query = '') => (await boss<RunTraces>('GET', `${api.traces(run.id)}${query}`)).body.items;
  const all = await read();
  const told = samples.filter(({ warmup }) => !warmup).flatMap(({ traces }) => traces);
  const slowest = told.toSorted((one, other) => other.responseTimeUs - one.responseTimeUs).slice(0, 50);
  expect(all).toEqual(slowest.map((trace) => ({ ...trace, url: null })));
  expect((await read('?from=3&to=5')).map(({ second }) => second)).toEqual([4, 4, 4, 3, 3, 3]);
  const refused = await boss<{ errors: { field: string }[] }>('PUT', api.team, { traceUrl: 'javascript:alert("{traceId}")' });
  expect([refused.status, refused.body.errors[0]?.field]).toEqual([400, '/traceUrl']);
  expect((await boss('PUT', api.team, { traceUrl: 'https://tempo.internal/trace/{traceId}' })).status).toBe(200);
  expect((await read())[0]?.url).toBe(`https://tempo.internal/trace/${all[0]?.traceId}`);
  const { token } = await share(boss, { runId: run.id });
  expect(await everythingShown(test, token)).not.toMatch(/tempo\.internal|aaaaaaaaaaaa/);
  expect((await boss('PUT', api.team, { traceUrl: null })).status).toBe(200);
  expect((await read())[0]?.url).toBeNull();
  const other = await launch(boss, plan);
  expect((await boss<RunTraces>('GET', api.traces(other.id))).body).toEqual({ items: [] });
});
