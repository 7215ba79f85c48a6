/** The target's own resources: brought as a file, told by agents, read, exported, shared. */

import { openLiveLooks } from '@plimsoll/analysis/live-looks';
import { type Comparison, comparisonSchema } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import { noResourceFigures, type Resources } from '@plimsoll/contracts/resources';
import type { Run } from '@plimsoll/contracts/run';
import { appendResources } from '@plimsoll/store/resources';
import { beforeAll, expect, it } from 'vitest';
import { share } from '../share/shares.ts';
import { problemIn } from '../support/asking.ts';
import { findTeamId, makeToken } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { begin, finishedRun, launch, planInput, put, sampleAt } from '../support/stored-runs.ts';
import { putWebPage } from '../support/test-api.ts';

const { test, boss } = useApi();
let run: Run;
let startMs: number;
beforeAll(async () => {
  putWebPage(test);
  run = await finishedRun(test, boss);
  // As long as its samples say.
  await test.context.db.query(`UPDATE runs SET ended_at = started_at + interval '20 seconds' WHERE id = $1`, [run.id]);
  startMs = Date.parse(run.startedAt ?? '');
});

const csv = { 'content-type': 'text/csv' };
const upload = (text: string, query = '', headers: Record<string, string> = csv) =>
  boss<{ seconds: number; outside: number }>('POST', `${api.runResources(run.id)}${query}`, text, headers);
const read = async (id = run.id) => (await boss<Resources>('GET', api.runResources(id))).body;
/** As typeperf writes it, in local time. */
const perfmonTime = (ms: number) => {
  const [date = '', time = ''] = new Date(ms).toISOString().slice(0, 23).split('T');
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year} ${time}`;
};
function perfmon(shiftMs: number, cpu: number): string {
  const head = String.raw`"(PDH-CSV 4.0)"	"\\HOST\Processor(_Total)\% Processor Time"	"\\HOST\Memory\Committed Bytes"`;
  const rows = Array.from({ length: 25 }, (_, at) => `"${perfmonTime(startMs + shiftMs + at * 1000 + 10)}"\t"${cpu + at}"\t"1000"`);
  return [head, ...rows].join('\r\n');
}
const tsv = { 'content-type': 'text/tab-separated-values' };
const tokyo = '?timezone=Asia/Tokyo&source=typeperf';

it('keeps a file by the time zone of the target, and one of the same source in its place', async () => {
  expect((await upload(perfmon(9 * 3_600_000, 60), tokyo, tsv)).body).toMatchObject({ seconds: 20, outside: 5 });
  const again = await upload(perfmon(9 * 3_600_000 - 2000, 30), `${tokyo}&offsetMs=2000`, tsv);
  expect(again).toMatchObject({
    status: 200,
    body: { seconds: 20, source: { name: 'typeperf', kind: 'upload', metrics: ['cpu', 'memoryBytes'] } },
  });
  const { sources, points } = await read();
  expect(sources).toHaveLength(1);
  expect(points.map(({ second, cpu }) => [second, cpu])).toEqual(
    Array.from({ length: 20 }, (_, at) => [at, expect.closeTo((30 + at) / 100)]),
  );
  expect(points[0]?.memoryBytes).toBe(1000);
});

it('fills the columns of the CSV export, and shows figures but no names in a share', async () => {
  const { text } = await boss('GET', api.exported(run.id, 'csv'));
  const [head = '', first = ''] = text.split('\r\n').map((line) => line.split(','));
  const at = (name: string) => first[(head as string[]).indexOf(name)];
  expect([at('Cpu'), at('Mem'), at('Disk')]).toEqual(['30.0', '1000', '']);
  const { token } = await share(boss, { runId: run.id });
  const { body, text: shared } = await test.anonymous<{ content: { resources: Resources } }>('GET', api.shared(token));
  expect(body.content.resources.sources).toMatchObject([{ name: 'upload 1', kind: 'upload' }]);
  expect(body.content.resources.points).toHaveLength(20);
  expect(shared).not.toContain('typeperf');
});

it.each([
  ['time,cpu\nnoon,1\n', '', csv, 400, 'Line 2: "noon" is not a time'],
  ['time,cpu\n00:00:01,1\n', '?timezone=Mars/Base', csv, 400, 'time zone is unknown'],
  ['at,cpu\n2001-01-01T00:00:00Z,1\n', '', csv, 400, 'No row of the file falls into the run'],
  ['time,cpu\n1,1\u0000\n', '', csv, 400, 'NUL'],
  ['{}', '', { 'content-type': 'application/json' }, 415, 'text/csv'],
  [`secs,cpu\n${'1,1\n'.repeat(1_200_000)}`, '', csv, 413, 'the limit is 4 MB'],
])('refuses %#', async (text, query, headers, status, says) => {
  const answer = await upload(text, query, headers);
  expect(answer.status).toBe(status);
  expect(problemIn(answer).detail).toContain(says);
});

it('takes no file for the name of something else', async () => {
  const figures = {
    cpu: 1,
    memoryBytes: 1,
    memoryShare: null,
    diskBytesPerSecond: null,
    diskShare: null,
    openSockets: null,
    threads: null,
    busiestThread: null,
    waitedForCore: null,
  };
  const seen = { name: 'node', kind: 'process', cores: 2, quotaCores: 1.5, problem: null } as const;
  const { db } = test.context;
  const points = [0, 1].map((second) => ({ second, figures }));
  // Twice: what was kept is left as it is.
  expect(await appendResources(db, { runId: run.id, attempt: 1 }, seen, points)).toBe(true);
  expect(await appendResources(db, { runId: run.id, attempt: 1 }, seen, [...points, { second: 2, figures }])).toBe(true);
  expect(await appendResources(db, { runId: run.id, attempt: 2 }, seen, points)).toBe(false);
  expect((await read()).points.filter(({ source }) => source === 'node')).toHaveLength(3);
  expect((await upload('secs,cpu\n1,1\n', '?source=node')).status).toBe(409);
  expect((await read()).sources.map(({ kind, quotaCores }) => [kind, quotaCores])).toEqual([
    ['process', 1.5],
    ['upload', null],
  ]);
});

it('keeps what an agent saw with the runs under way, once, and with no other team', async () => {
  await test.context.db.query('UPDATE runs SET ended_at = started_at WHERE id = $1', [run.id]);
  const other = await launch(boss, planInput({ thresholds: ['target_cpu < 59%', 'target_cpu < 61%'] }));
  await begin(test, other.id);
  const begun = Date.parse((await boss<Run>('GET', api.run(other.id))).body.startedAt ?? '');
  const agent = await makeToken(test, boss, ['resources:write']);
  const at = (ms: number) => new Date(ms).toISOString();
  const told = {
    source: 'db-1',
    cores: 8,
    points: [
      { at: at(begun - 5000), cpu: 0.1 },
      { at: at(begun + 100), cpu: 0.5, threads: 3 },
      { at: at(begun + 900), cpu: 0.7 },
      { at: at(begun + 1100), cpu: 0.6 },
    ],
  };
  const say = () => agent<{ kept: number }>('POST', api.resources, told);
  expect((await say()).body).toEqual({ kept: 2 });
  expect((await say()).body).toEqual({ kept: 0 });
  const { sources, points } = await read(other.id);
  expect(sources).toMatchObject([{ name: 'db-1', kind: 'agent', cores: 8, metrics: ['cpu', 'threads'] }]);
  expect(points.map(({ second }) => second)).toEqual([0, 1]);
  // A viewer is told how the thresholds stand.
  await put(
    test,
    other.id,
    [0, 1].map((second) => sampleAt(second, [10])),
  );
  const { db } = test.context;
  await db.query('UPDATE resource_points SET cpu = 0.6 WHERE run_id = $1', [other.id]);
  const question = {
    watcher: 'w',
    teamId: await findTeamId(boss),
    runId: other.id,
    plan: other.plan,
    after: null,
    reachSeconds: 120,
    generators: 1,
    over: false,
  };
  const look = await openLiveLooks().lookAtLive(db, question);
  expect(look.thresholds.map(({ value, passed }) => [value, passed])).toEqual([
    [expect.closeTo(0.6), false],
    [expect.closeTo(0.6), true],
  ]);
  expect((await agent('GET', api.runResources(other.id))).status).toBe(403);
  expect((await agent('POST', api.resources, { ...told, points: [{ at: at(begun), cpu: 55 }] })).status).toBe(400);
  expect((await agent('POST', api.resources, { ...told, points: [] })).status).toBe(400);
});

it('compares what an answer costs the target, keeps the CPU of each arm, and shares it without the name of a program', async () => {
  const { db } = test.context;
  const watched = async (cpu: number) => {
    const made = await finishedRun(test, boss, { plan: planInput({ name: `cpu ${cpu}` }) });
    const points = Array.from({ length: 20 }, (_, second) => ({
      second,
      figures: { ...noResourceFigures, cpu: cpu + (second % 5) / 1000, memoryBytes: 1000 + second },
    }));
    await appendResources(
      db,
      { runId: made.id, attempt: 1 },
      { name: 'secret-program', kind: 'process', cores: 4, quotaCores: null, problem: null },
      points,
    );
    return made.id;
  };
  const [base, candidate] = [await watched(0.1), await watched(0.2)];
  const kept = await boss<Comparison>('POST', api.comparisons, { base: [base], candidates: [[candidate]] });
  expect(kept.status, kept.text).toBe(201);
  const stored = comparisonSchema.parse((await boss('GET', api.storedComparison(kept.body.id))).body);
  const cost = stored.candidates[0]?.metrics.find(({ metric }) => metric === 'requestsPerCpuSecond');
  // 50 answers a second on 0.102 and 0.202 of 4 cores.
  expect(cost).toMatchObject({ verdict: 'worse', base: expect.closeTo(50 / 0.408, 6), candidate: expect.closeTo(50 / 0.808, 6) });
  expect(stored.base.resources).toMatchObject({
    source: 'secret-program',
    cores: 4,
    cpuMean: expect.closeTo(0.102),
    cpuPeak: expect.closeTo(0.104),
    memoryPeakBytes: 1019,
    requestsPerCpuSecond: expect.closeTo(50 / 0.408, 6),
  });
  expect(stored.candidates[0]?.resources?.points).toHaveLength(20);
  const window = await boss<Comparison>('GET', `${api.comparison([base], [candidate])}&from=5&to=8`);
  expect(window.body.base.resources?.points.map(({ second }) => second)).toEqual([5, 6, 7]);
  const { token } = await share(boss, { comparisonId: kept.body.id });
  const shared = await test.anonymous<{ content: { comparison: Comparison } }>('GET', api.shared(token));
  expect(shared.text).not.toContain('secret-program');
  expect(shared.body.content.comparison.base.resources).toEqual({ ...stored.base.resources, source: 'process' });
  // A run whose target nobody watched has nothing to compare, and the other arm keeps its own line.
  const half = await boss<Comparison>('GET', api.comparison([base], [(await finishedRun(test, boss)).id]));
  expect(half.body.candidates[0]?.metrics.map(({ metric }) => metric)).not.toContain('requestsPerCpuSecond');
});
