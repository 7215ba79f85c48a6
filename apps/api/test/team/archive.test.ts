/** Old runs whose series moved to an archive: every answer about them is the same, and says so where the archive is away. */
import { openObjectStore } from '@plimsoll/artefacts/open-object-store';
import type { Health } from '@plimsoll/contracts/health';
import { api } from '@plimsoll/contracts/paths';
import type { RetentionFreed, TeamStorage } from '@plimsoll/contracts/retention';
import { removeLeftObjects } from '@plimsoll/store/object-removals';
import { startS3 } from '@plimsoll/testbed/servers/s3';
import { afterAll, expect, it } from 'vitest';
import { applyRetention } from '../../src/system/retention.ts';
import { otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { complete, launch, makeRequestSample, planInput, sampleAt, timesAround } from '../support/stored-runs.ts';
import { startTestApi } from '../support/test-api.ts';

const s3 = await startS3();
afterAll(() => s3.close());
// Nothing is answered from memory: each question is asked of the samples.
const { test, boss } = useApi({ objects: { ...s3.settings, prefix: 'house/' }, keptAnswerBytes: 0 });
const never = new AbortController().signal;

const apply = async (hopeless: string[] = [], { db, analysis } = test.context) =>
  applyRetention({
    db,
    analysis,
    onHopeless: (what, error) => hopeless.push(`${what} ${(error as { code?: string }).code}`),
    signal: never,
  });

async function oldRun(seconds: number, ms = 20): Promise<string> {
  const names = ['login', 'cart'];
  const requests = names.map((name) => ({ name, url: `http://127.0.0.1:8787/${name}` }));
  const { id } = await launch(boss, planInput({ target: null, requests, tracing: { sample: 0.5 } }));
  // Few histograms, each of several seconds.
  const made = [0, 1, 2].map((n) => {
    const parts = names.map((name) => makeRequestSample(name, sampleAt(n, timesAround(ms, n, 20))));
    return { ...sampleAt(n, timesAround(ms, n)), byRequest: parts };
  });
  const samples = Array.from({ length: seconds }, (_, second) => {
    const sample = made[second % made.length] as (typeof made)[number];
    return { ...sample, second, warmup: second < 5, inFlight: second % 4, traces: [1, 2].map((place) => traceAt(second, place)) };
  });
  await complete(test, id, samples);
  await test.context.db.query(`UPDATE runs SET ended_at = now() - interval '10 days' WHERE id = $1`, [id]);
  return id;
}

const traceAt = (second: number, place: number) => ({
  traceId: `${second}`.padStart(31, 'a') + place,
  second,
  responseTimeUs: place * 1000 + second,
  outcome: 'response' as const,
  status: 200,
  request: 'cart',
});

/** An imported run has no row for a second without data. */
async function importedRun(): Promise<string> {
  const line = (second: number, n: number) =>
    JSON.stringify({
      attack: '',
      seq: n,
      code: 200,
      timestamp: new Date(1_760_000_000_000 + second * 1000 + n * 7).toISOString(),
      latency: 5_000_000 + n * 100_000,
      bytes_out: 1,
      bytes_in: 2,
      error: '',
      body: null,
      method: 'GET',
      url: 'http://127.0.0.1:8787/',
      headers: null,
    });
  const lines = [0, 1, 90].flatMap((second) => Array.from({ length: 30 - second / 9 }, (_, n) => line(second, n)));
  const made = await boss<{ id: string }>('POST', api.imports, lines.join('\n'), { 'content-type': 'application/x-ndjson' });
  expect(made.status, made.text).toBe(201);
  await test.context.db.query(`UPDATE runs SET ended_at = now() - interval '10 days' WHERE id = $1`, [made.body.id]);
  return made.body.id;
}

const part = 'from=10&to=50';
const urlsOf = (id: string, other: string) => [
  api.samples(id),
  `${api.samples(id)}?${part}`,
  api.curve(id),
  `${api.latency(id)}?${part}`,
  api.traces(id),
  `${api.traces(id)}?${part}`,
  api.story(id),
  api.run(id),
  ...(['csv', 'json', 'hlog', 'hdr', 'html'] as const).map((format) => api.exported(id, format)),
  api.comparison([id], [other]),
  `${api.comparison([other], [id])}&${part}`,
];
/** A report says when it was made. */
const undated = (text: string) => text.replace(/<time[^>]*>[^<]*<\/time>|\d\d:\d\d:\d\d/g, '');
const answers = async (urls: readonly string[]) => {
  const told: [string, number, string][] = [];
  for (const url of urls) {
    const { status, text } = await boss('GET', url);
    told.push([url, status, undated(text)]);
  }
  return told;
};
const rowsOf = async (ids: readonly string[]) =>
  (await test.context.db.query<{ n: number }>('SELECT count(*)::int AS n FROM samples WHERE run_id = ANY($1)', [ids])).rows[0]?.n;
const health = async () => (await boss<Health>('GET', api.health)).body;

it('charts, windows, comparisons, stories and files of a moved run are the same to the byte', async () => {
  const runs = [await oldRun(65), await oldRun(610, 25), await importedRun()];
  const [short, long, imported] = runs as [string, string, string];
  const few = (id: string) => urlsOf(id, short).filter((url) => /samples|csv|json|comparison/.test(url));
  const urls = [...urlsOf(short, long), ...few(long), ...few(imported)];
  const before = await answers(urls);
  expect(before.filter(([, status]) => status === 200).length).toBeGreaterThan(0.8 * urls.length);
  expect(before.find(([url]) => url === api.traces(short))?.[2].match(/"traceId"/g)).toHaveLength(50);
  const rows = await rowsOf(runs);

  const query = `${api.retentionPreview}?samplesDays=7&runsDays=300`;
  const preview = (await boss<RetentionFreed>('GET', query)).body;
  expect(preview).toMatchObject({ thinned: { runs: 0 }, dropped: { runs: 3, samples: rows } });
  expect((await boss('PUT', api.team, { retention: { samplesDays: 7, runsDays: 300 } })).status).toBe(200);

  // Away, with a wrong secret, without a bucket: told, and nothing is taken.
  await s3.stop();
  const hopeless: string[] = [];
  expect(await apply(hopeless)).toEqual(new Map());
  expect(hopeless).toEqual([`${runs[0]} unreachable`]);
  await test.context.archive.look();
  expect(await health()).toMatchObject({
    status: 'degraded',
    archive: 'down',
    troubles: [{ part: 'archive', kind: 'unreachable' }],
  });
  await s3.start();
  expect(await rowsOf(runs)).toBe(rows);

  // Two processes at once.
  const other = await startTestApi({ databaseUrl: test.config.databaseUrl, objects: test.config.objects });
  const freed = await Promise.all([apply(), apply([], other.context)]);
  await apply();
  await other.close();
  const moved = freed.flatMap((of) => [...of.values()]).reduce((sum, { dropped }) => sum + dropped.runs, 0);
  expect([moved, await rowsOf(runs)]).toEqual([3, 0]);
  expect(await answers(urls)).toEqual(before);

  await test.context.archive.look();
  expect(await health()).toMatchObject({ archive: 'ok', archiveWrittenAt: expect.any(String), troubles: [] });
  const { archived, lastFreed } = (await boss<TeamStorage>('GET', api.teamStorage)).body;
  expect(archived).toEqual({ runs: 3, bytes: expect.any(Number) });
  expect(lastFreed?.thinned.runs).toBe(0);
  const metrics = (await test.context.metrics.read()).text;
  expect(metrics).toMatch(/plimsoll_dependency_up\{dependency="archive"\} 1\n/);
  expect(metrics).toMatch(/plimsoll_archive_last_write_seconds \d/);
  // No answer has what opens the archive, or where it is.
  for (const text of [metrics, (await boss('GET', api.system)).text, (await boss('GET', api.workers)).text, JSON.stringify(await health())])
    for (const secret of ['secretAccessKey', s3.settings.secretAccessKey, String(s3.port), 'house/']) expect(text).not.toContain(secret);
});

it('while the archive is away its runs say so, a run that lies in the database goes on, and a deleted run leaves nothing there', async () => {
  const [old, fresh] = [await oldRun(20), await oldRun(20)];
  await test.context.db.query('UPDATE runs SET ended_at = now() WHERE id = $1', [fresh]);
  await apply();
  await s3.stop();
  for (const url of [api.samples(old), api.traces(old), api.story(old), api.exported(old, 'csv'), api.comparison([fresh], [old])]) {
    const { status, text, headers } = await boss('GET', url);
    expect([url, status, headers['retry-after']]).toEqual([url, 503, '5']);
    expect(text).toContain('The series of this run lie in the archive, which does not answer. Try again.');
  }
  const zh = await boss('GET', api.samples(old), undefined, { 'accept-language': 'zh-CN' });
  expect(zh.text).toContain('归档没有响应');
  expect((await boss('GET', api.run(old))).status).toBe(200);
  expect((await boss('GET', api.samples(fresh))).status).toBe(200);
  await s3.start();
  expect((await boss('GET', api.samples(old))).status).toBe(200);
  const stranger = await otherTeam(test);
  expect((await stranger('GET', api.samples(old))).status).toBe(404);

  const objects = openObjectStore(s3.settings);
  const listed = async () => {
    const found: string[] = [];
    for await (const { key } of objects.list('house/teams/')) found.push(key);
    return found;
  };
  expect((await listed()).filter((key) => key.includes(old))).toHaveLength(1);
  expect((await boss('DELETE', api.run(old))).status).toBe(204);
  const { db } = test.context;
  if (db.objects) await removeLeftObjects(db, db.objects, never);
  expect((await listed()).filter((key) => key.includes(old))).toEqual([]);
  objects.close();
});
