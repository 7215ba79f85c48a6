/** A comparison of long runs of many requests, while everybody else goes on. */
import { openAnalysis } from '@plimsoll/analysis/open-analysis';
import { type ComparisonResult, comparisonResultSchema } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { type CompareOptions, compareArms } from '@plimsoll/statistics/compare';
import { encodeMinutes } from '@plimsoll/statistics/minutes-codec';
import { keepMeasuredRun, readSampleExtent } from '@plimsoll/store/measured-runs';
import { longestGaps } from '@plimsoll/testbed/longest-gaps';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { toApiError } from '../../src/http/error-handler.ts';
import { findTeamId } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { begin, finish, finishedRun, launch, makeRequestSample, planInput, put, sampleAt } from '../support/stored-runs.ts';

// Each is computed: what the API keeps in memory is kept-answers.test.ts's.
const { test, boss } = useApi({ keptAnswerBytes: 0 });
let base: Awaited<ReturnType<typeof longRun>>;
let candidate: typeof base;
beforeAll(async () => {
  base = await longRun(10);
  candidate = await longRun(12);
});

const names = Array.from({ length: 15 }, (_, i) => `request ${i}`);
const plan = planInput({ name: 'long', target: null, requests: names.map((name) => ({ name, url: 'http://127.0.0.1:8787/' })) });

/** A run of twenty minutes: seconds of a few kinds, so that only the comparison takes long. */
async function longRun(ms: number): Promise<{ run: Run; samples: Sample[] }> {
  const kinds = Array.from({ length: 7 }, (_, kind) => {
    const times = Array.from({ length: 50 }, (_, i) => ms * (1 + ((i * 13 + kind * 5) % 50) / 20));
    const whole = sampleAt(1, times);
    return names.map((name) => makeRequestSample(name, whole));
  });
  const samples = Array.from({ length: 1200 }, (_, second) =>
    sampleAt(second, [ms, ms + (second % 3)], { byRequest: names.flatMap((_, i) => kinds[(second * 3 + i) % 7]?.[i] ?? []) }),
  );
  const { id } = await launch(boss, plan);
  await begin(test, id);
  for (let at = 0; at < samples.length; at += 300) await put(test, id, samples.slice(at, at + 300));
  await finish(test, id, samples);
  return { run: (await boss<Run>('GET', api.run(id))).body, samples };
}

/** The answer that is due from the API, to the letter. */
const answerTo = (options: CompareOptions) => JSON.stringify(comparisonResultSchema.parse(compareArms(options)));

const compare = ([one, other]: readonly Run[]) =>
  boss<ComparisonResult>('GET', `/api/v1/comparison?base=${one?.id}&candidate=${other?.id}`);

it('a long comparison leaves the event loop to others, and says what the statistics say', async () => {
  const { processor: blocking } = await longestGaps(async () => compareArms({ base: [base], candidates: [[candidate]], noiseFloor: null }));
  const gaps: { clock: number; processor: number }[] = [];
  const least = (kind: 'clock' | 'processor') => Math.min(...gaps.map((gap) => gap[kind]));
  // A busy machine makes gaps, too: some of a few tries has none.
  for (let i = 0; i < 6 && !(least('processor') < 50 && least('clock') < blocking / 2); i++)
    gaps.push(await longestGaps(() => compare([base.run, candidate.run])));
  console.log(`computing takes ${Math.round(blocking)} ms; longest gaps of the event loop meanwhile:`, gaps);
  expect(least('processor')).toBeLessThan(50);
  expect(least('clock')).toBeLessThan(blocking / 2);
  const { body } = await compare([base.run, candidate.run]);
  const expected = compareArms({ base: [base], candidates: [[candidate]], noiseFloor: null });
  expect(body).toEqual(JSON.parse(JSON.stringify(expected)));
  expect(body.candidates[0]?.byRequest).toHaveLength(names.length);
});

describe('kept measures of long runs', () => {
  type Ended = { readonly run: Run; readonly samples: Sample[] };
  let [one, other] = [] as unknown as [Ended, Ended];
  const text = async (window = '') => (await boss('GET', `/api/v1/comparison?base=${one.run.id}&candidate=${other.run.id}${window}`)).text;
  const expected = (window: { from: number; to: number } | null = null) =>
    answerTo({ base: [one], candidates: [[other]], noiseFloor: null, window });
  const rows = async () =>
    (await test.context.db.query('SELECT * FROM measured_runs WHERE run_id = ANY($1) ORDER BY created_at', [[one.run.id, other.run.id]]))
      .rows;
  // Not of the minutes, which only windows read.
  const change = (set: string) => test.context.db.query(`UPDATE measured_runs SET ${set} WHERE request_unit_seconds > 0`);
  const noCharts = `charts = '{"points":[],"curve":{"responseTime":[],"serviceTime":[]}}'`;

  beforeAll(async () => {
    const { analysis } = test.context;
    const teamId = await findTeamId(boss);
    const end = async (ms: number): Promise<Ended> => {
      const { id, plan } = await launch(boss);
      await begin(test, id);
      const samples = Array.from({ length: 700 }, (_, second) => sampleAt(second, [ms, ms + 1, ms + 2 + (second % 5)]));
      await put(test, id, samples);
      await analysis.judgeFinishedRun({ teamId, runId: id, plan, state: 'completed' });
      await finish(test, id, samples);
      return { run: (await boss<Run>('GET', api.run(id))).body, samples };
    };
    [one, other] = [await end(10), await end(12)];
  });

  it('is made at the end of a run and read by its comparisons, which say the same to the letter', async () => {
    const kept = await rows();
    expect(kept).toHaveLength(4);
    expect(await text()).toBe(expected());
    expect(await rows()).toEqual(kept);
    // It is what is read: without its charts there are none.
    await change(noCharts);
    expect(JSON.parse(await text())).toMatchObject({ base: { points: [] }, candidates: [{ points: [] }] });
  });

  it('is made by the first comparison of runs that have nothing', async () => {
    await test.context.db.query('DELETE FROM measured_runs');
    expect(await text()).toBe(expected());
    expect(await rows()).toHaveLength(2);
  });

  it('is read no more when the run has other samples, when it was written otherwise or is damaged', async () => {
    for (const stale of ['last_sequence = last_sequence - 1', 'attempt = attempt + 1', `format = 'another'`, `series = '\\xff'`]) {
      await change(`${noCharts}, ${stale}`);
      expect(await text(), stale).toBe(expected());
    }
    expect(await rows()).toHaveLength(2);
  });

  it('is the minutes of a run, too, which a window of seconds is summed up from as exactly', async () => {
    const compareWindow = async (from: number, to: number) => {
      expect(await text(`&from=${from}&to=${to}`)).toBe(expected({ from, to }));
    };
    await change(noCharts);
    await compareWindow(50, 660);
    expect(await rows()).toHaveLength(4);
    for (const [from, to] of [
      [50, 660],
      [0, 700],
      [60, 120],
      [61, 119],
      [10, 95],
      [600, 9000],
    ] as const)
      await compareWindow(from, to);
    // Whatever minutes are missing are read second by second; damaged ones are made again.
    const minutes = `UPDATE measured_runs SET series = $1 WHERE request_unit_seconds = 0`;
    await test.context.db.query(minutes, [Buffer.from(encodeMinutes([]))]);
    await compareWindow(50, 660);
    await test.context.db.query(minutes, [Buffer.from([1, 2, 3, 4, 5])]);
    await compareWindow(50, 660);
  });

  it('is at most four cuts of a run: the latest', async () => {
    const { db } = test.context;
    const teamId = await findTeamId(boss);
    const state = (await readSampleExtent(db, teamId, one.run.id)) ?? { attempt: 0, lastSequence: 0 };
    for (let unitSeconds = 10; unitSeconds < 17; unitSeconds++)
      await keepMeasuredRun(db, { teamId, runId: one.run.id, unitSeconds, requestUnitSeconds: 20, format: 'x' }, state, {
        charts: '{}',
        series: new Uint8Array([1]),
      });
    const kept = await db.query(
      'SELECT unit_seconds FROM measured_runs WHERE run_id = $1 AND request_unit_seconds > 0 ORDER BY unit_seconds',
      [one.run.id],
    );
    expect(kept.rows.map(({ unit_seconds }) => unit_seconds)).toEqual([13, 14, 15, 16]);
  });

  it('goes with the run', async () => {
    for (const { run } of [one, other]) expect((await boss('DELETE', api.run(run.id))).status).toBe(204);
    expect(await rows()).toEqual([]);
  });
});

it('comparisons asked for at once are the same as one after the other', async () => {
  const runs: Run[] = [];
  for (const ms of [10, 11, 20]) runs.push(await finishedRun(test, boss, { ms }));
  const pairs = runs.flatMap((one) => runs.filter((run) => run !== one).map((other) => [one, other]));
  const alone: unknown[] = [];
  for (const pair of pairs) alone.push((await compare(pair)).body);
  const together = await Promise.all(pairs.toReversed().map(compare));
  expect(together.map(({ body }) => body).toReversed()).toEqual(alone);
  expect(new Set(alone.map((body) => JSON.stringify(body))).size).toBe(6);
});

it('the thread for comparisons, where they are expected, stays over any idle time, with its connection', async () => {
  const { db } = test.context;
  const small = [await finishedRun(test, boss), await finishedRun(test, boss)].map(({ id }) => id) as [string, string];
  const arms = { base: [small[0]], candidates: [[small[1]]], window: null };
  const teamId = await findTeamId(boss);
  const connections = async () =>
    (
      await db.query(`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'plimsoll analysis'`)
    ).rows.map(({ pid }) => pid as number);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const expected of [true, false]) {
      const others = await connections();
      const analysis = openAnalysis({ databaseUrl: test.config.databaseUrl });
      if (expected) analysis.expectComparisons();
      await analysis.compareRuns({ teamId, arms });
      const own = (await connections()).filter((pid) => !others.includes(pid));
      expect(own).toHaveLength(1);
      vi.advanceTimersByTime(3_600_000);
      if (!expected) await expect.poll(connections).not.toContain(own[0]);
      await analysis.compareRuns({ teamId, arms });
      expect((await connections()).includes(own[0] as number)).toBe(expected);
      await analysis.close();
    }
  } finally {
    vi.useRealTimers();
  }
});

it('a thread that runs out of memory fails one comparison with a sentence; the next has a thread of its own', async () => {
  const small = [await finishedRun(test, boss), await finishedRun(test, boss)].map(({ id }) => id);
  await test.context.db.query('DELETE FROM measured_runs');
  const analysis = openAnalysis({ databaseUrl: test.config.databaseUrl, mostMegabytes: 28 });
  const teamId = await findTeamId(boss);
  const of = ([one, other]: readonly string[]) =>
    analysis.compareRuns({ teamId, arms: { base: [one ?? ''], candidates: [[other ?? '']], window: null } }).catch((error: unknown) => {
      throw toApiError(error);
    });
  const asked = [of([base.run.id, candidate.run.id]), of(small)];
  await expect(asked[0]).rejects.toMatchObject({
    code: 'internal',
    status: 500,
    message: expect.stringMatching(/^The comparison was given up/),
  });
  expect(JSON.parse((await asked[1])?.json ?? '')).toMatchObject({ candidates: [{ metrics: expect.any(Array) }] });
  await analysis.close();
  await expect(of(small)).rejects.toMatchObject({ code: 'unavailable' });
});
