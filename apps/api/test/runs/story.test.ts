/** The story of a run: while it goes on, when it is over, and on a share. */
import { api } from '@plimsoll/contracts/paths';
import type { Shared } from '@plimsoll/contracts/share';
import type { Story } from '@plimsoll/contracts/story';
import { beforeAll, expect, it } from 'vitest';
import { share } from '../share/shares.ts';
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
