/** Old runs whose series moved to an archive: every answer about them is the same, and says so where the archive is away. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { openObjectStore } from '@plimsoll/artefacts/open-object-store';
import { spool } from '@plimsoll/artefacts/spooled-file';
import type { Health } from '@plimsoll/contracts/health';
import { api } from '@plimsoll/contracts/paths';
import type { RetentionFreed, TeamStorage } from '@plimsoll/contracts/retention';
import type { Run } from '@plimsoll/contracts/run';
import type { TeamExport, teamExportListSchema } from '@plimsoll/contracts/team-export';
import { removeLeftObjects } from '@plimsoll/store/object-removals';
import { purgeExpired } from '@plimsoll/store/purge';
import { failTeamExport, findTeamExportFile, keepTeamExport, takeTeamExport } from '@plimsoll/store/team-exports';
import { startOtlpReceiver } from '@plimsoll/testbed/otlp-receiver';
import { startS3 } from '@plimsoll/testbed/servers/s3';
import { until } from '@plimsoll/testbed/until';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import { makeTeamExport } from '../../src/exports/make-team-export.ts';
import { applyRetention } from '../../src/system/retention.ts';
import { share } from '../share/shares.ts';
import { problemIn } from '../support/asking.ts';
import { findTeamId, member, otherTeam } from '../support/people.ts';
import { useApi } from '../support/scene.ts';
import { complete, launch, makeRequestSample, planInput, sampleAt, timesAround } from '../support/stored-runs.ts';
import { startTestApi } from '../support/test-api.ts';
import { tracedTo } from '../support/traced-to.ts';

type TeamExports = z.infer<typeof teamExportListSchema>;

const s3 = await startS3();
afterAll(() => s3.close());
// A try before may have left it stopped.
beforeEach(() => s3.start());
const receiver = await startOtlpReceiver();
afterAll(() => receiver.close());
const { test, boss } = useApi({
  objects: { ...s3.settings, prefix: 'house/' },
  // Nothing is answered from memory: each question is asked of the samples.
  keptAnswerBytes: 0,
  telemetry: tracedTo(receiver),
});
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

/** As wrk prints it. */
const wrkText = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../packages/import/fixtures/wrk.txt'), 'utf8').concat(`\n# ${name}\n`);

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
const objects = openObjectStore(s3.settings);
afterAll(() => objects.close());
const listed = async () => {
  const found: string[] = [];
  for await (const { key } of objects.list('house/teams/')) found.push(key);
  return found;
};
const removeLeft = async ({ db } = test.context) => db.objects && removeLeftObjects(db, db.objects, never);
const silent = { info: () => undefined, warn: () => undefined };
const make = async () => makeTeamExport(test.context, silent, never);
const only = async () => {
  const { items } = (await boss<TeamExports>('GET', api.teamExports)).body;
  expect(items).toHaveLength(1);
  return items[0] as TeamExport;
};
const health = async () => (await boss<Health>('GET', api.health)).body;

it('charts, windows, comparisons, stories and files of a moved run are the same to the byte', async () => {
  await test.context.db.query('DELETE FROM runs');
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
  expect(archived).toEqual({ runs: 3, bytes: expect.any(Number), files: 1, fileBytes: expect.any(Number) });
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
    expect(text).toContain('The series of this run lie in the archive, which does not answer. Try again in 5\u00a0s.');
  }
  const zh = await boss('GET', api.samples(old), undefined, { 'accept-language': 'zh-CN' });
  expect(zh.text).toContain('归档没有响应');
  expect((await boss('GET', api.run(old))).status).toBe(200);
  expect((await boss('GET', api.samples(fresh))).status).toBe(200);
  await s3.start();
  expect((await boss('GET', api.samples(old))).status).toBe(200);
  const stranger = await otherTeam(test);
  expect((await stranger('GET', api.samples(old))).status).toBe(404);

  expect((await listed()).filter((key) => key.includes(old))).toHaveLength(1);
  expect((await boss('DELETE', api.run(old))).status).toBe(204);
  await removeLeft();
  expect((await listed()).filter((key) => key.includes(old))).toEqual([]);
});

it('keeps the file of an import as it came for those who may import, and the run without it while the archive is away', async () => {
  const teamId = await findTeamId(boss);
  const text = wrkText('löädtest');
  const bring = async (query: string) =>
    boss<Run>('POST', `${api.imports}?url=http://127.0.0.1:8787/${query}`, text, { 'content-type': 'text/plain' });
  const kept = async () => (await boss<TeamStorage>('GET', api.teamStorage)).body.archived;
  const before = await kept();
  const spansBefore = new Set(receiver.spans().map(({ spanId }) => spanId));
  const { body: run, status } = await bring('&file=wrk%20%22r%C3%A9sult%22.txt');
  expect([status, run.importedFile]).toEqual([201, { bytes: Buffer.byteLength(text) }]);
  expect((await boss<Run>('GET', api.run(run.id))).body.importedFile).toEqual(run.importedFile);
  const keys = (await listed()).filter((key) => key.includes(run.id));
  expect(keys).toEqual([expect.stringMatching(/^house\/teams\/[0-9a-f]{32}\/runs\/[0-9a-f-]{36}\/import-[0-9a-f]{64}$/)]);
  const after = await kept();
  expect([after?.files, after?.fileBytes]).toEqual([(before?.files ?? 0) + 1, (before?.fileBytes ?? 0) + Buffer.byteLength(text)]);

  const file = api.importedFile(run.id);
  const got = await boss('GET', file);
  expect([got.status, got.text]).toEqual([200, text]);
  expect(got.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(Buffer.byteLength(text)),
    'content-disposition': `attachment; filename="wrk_r_sult_.txt"; filename*=UTF-8''wrk%20%22r%C3%A9sult%22.txt`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const viewer = await member(test, teamId, 'viewer');
  const stranger = await otherTeam(test);
  expect((await viewer('GET', file)).status).toBe(403);
  expect((await stranger('GET', file)).status).toBe(404);
  const { token } = await share(boss, { runId: run.id });
  expect((await test.anonymous('GET', api.shared(token))).text).not.toContain('importedFile');

  await s3.stop();
  const away = await boss('GET', file);
  expect([away.status, problemIn(away).detail]).toEqual([
    503,
    'This file lies in the archive, which does not answer. Try again in 5\u00a0s.',
  ]);
  const without = await bring('&name=without');
  expect([without.status, without.body.importedFile ?? null]).toEqual([201, null]);
  await test.context.archive.look();
  await s3.start();
  // It is back since somebody looked.
  expect((await bring('&name=back')).body.importedFile).toEqual(run.importedFile);
  const none = await boss('GET', api.importedFile(without.body.id));
  expect([none.status, problemIn(none).detail]).toEqual([409, expect.stringContaining('is not kept')]);
  const [key = ''] = (await listed()).filter((one) => one.includes(run.id));
  const changed = await spool(Readable.from([Buffer.from(text.replace('1', '2'))]));
  await objects.put(key, changed).finally(changed.close);
  const damaged = await boss('GET', file);
  expect([damaged.status, problemIn(damaged).detail]).toEqual([409, expect.stringContaining('is damaged')]);

  expect((await boss('DELETE', api.run(run.id))).status).toBe(204);
  await removeLeft();
  expect((await listed()).filter((key) => key.includes(run.id))).toEqual([]);

  // What was asked of the archive for each request is a span of it, which tells nothing of what lies there.
  const asked = () => receiver.spans().filter(({ name, spanId }) => name.startsWith('S3.') && !spansBefore.has(spanId));
  const under = (route: string) => {
    const above = new Set(receiver.spans(route).map(({ spanId }) => spanId));
    return asked().filter(({ parentId }) => above.has(parentId));
  };
  const reads = await until(
    'spans of the archive',
    15_000,
    () => under(`GET ${api.importedFile(':id')}`),
    ({ length }) => length >= 3,
  );
  const { hostname, port } = new URL(s3.settings.endpoint);
  expect(under(`POST ${api.imports}`).find(({ name }) => name === 'S3.PutObject')).toMatchObject({
    name: 'S3.PutObject',
    kind: 3,
    failed: null,
    attributes: {
      'rpc.system': 'aws-api',
      'rpc.service': 'S3',
      'rpc.method': 'PutObject',
      'aws.s3.bucket': s3.settings.bucket,
      'cloud.region': s3.settings.region,
      'server.address': hostname,
      'server.port': Number(port),
    },
  });
  expect(reads.map(({ name, failed, attributes }) => [name, failed, attributes['error.type']])).toEqual([
    ['S3.GetObject', null, undefined],
    ['S3.GetObject', 'unreachable', 'unreachable'],
    ['S3.GetObject', null, undefined],
  ]);
  expect(asked().filter(({ parentId }) => parentId === '')).toEqual([]);
  for (const secret of [...keys, 'house/', 'import-', s3.settings.accessKeyId, s3.settings.secretAccessKey])
    expect(receiver.spanText()).not.toContain(secret);
});

it('makes one file of all that a team has for its admins, again after a process was killed at it, and lets it go after a week', async () => {
  const { db } = test.context;
  for (const table of ['comparisons', 'team_exports', 'runs', 'plans']) await db.query(`DELETE FROM ${table}`);
  const secret = 'canary-of-the-export';
  const headers = { authorization: `Bearer ${secret}` };
  const plan = await boss<{ id: string }>('POST', api.plans, { plan: planInput({ target: { url: 'http://127.0.0.1:8787/', headers } }) });
  const [old, fresh, other] = [await oldRun(70), await oldRun(20), await oldRun(20)];
  const compared = await boss<{ id: string }>('POST', api.comparisons, { base: [fresh], candidates: [[other]] });
  await apply();
  expect(await rowsOf([old])).toBe(0);

  const teamId = await findTeamId(boss);
  const [editor, stranger] = [await member(test, teamId, 'editor'), await otherTeam(test)];
  const asked = await boss<TeamExport>('POST', api.teamExports);
  expect([asked.status, asked.body.state]).toEqual([202, 'waiting']);
  const { id } = asked.body;
  const file = api.teamExportFile(id);
  for (const [ask, method, path, status] of [
    [boss, 'POST', api.teamExports, 409],
    [boss, 'GET', file, 409],
    [editor, 'POST', api.teamExports, 403],
    [editor, 'GET', file, 403],
    [stranger, 'GET', file, 404],
    [stranger, 'DELETE', api.teamExport(id), 404],
  ] as const)
    expect([path, (await ask(method, path)).status]).toEqual([path, status]);
  expect((await stranger<TeamExports>('GET', api.teamExports)).body.items).toEqual([]);

  // A process took it, wrote its object and was killed.
  const killed = await takeTeamExport(db);
  expect(killed).toMatchObject({ id, tries: 1 });
  const written = await spool(Readable.from([Buffer.from('half')]));
  await db.objects?.put(killed?.key ?? '', written);
  expect(await make()).toBe(false);
  await db.query('UPDATE team_exports SET due_at = now()');
  // Another closes, gives it back, and its object is written all the same.
  const closing = await takeTeamExport(db);
  expect(closing).toMatchObject({ id, tries: 2 });
  if (closing) {
    await failTeamExport(db, closing, 'given_up', 'at_once');
    expect([await keepTeamExport(db, closing, written, 0), (await only()).state]).toEqual([false, 'waiting']);
  }
  await s3.stop();
  expect(await make()).toBe(true);
  await s3.start();
  expect((await only()).state).toBe('waiting');
  await db.query('UPDATE team_exports SET due_at = now()');
  expect(await make()).toBe(true);
  const ready = await only();
  expect(ready).toMatchObject({ id, state: 'ready', runs: 3, bytes: expect.any(Number) });
  await db.query('UPDATE object_removals SET due_at = now()');
  await removeLeft();
  const keys = async () => (await listed()).filter((key) => key.includes('/exports/'));
  expect(await keys()).toEqual([expect.stringMatching(/^house\/teams\/[0-9a-f]{32}\/exports\/[0-9a-f-]{36}\/export-4$/)]);
  // What the killed one would still do.
  if (killed) expect(await keepTeamExport(db, killed, written, 0)).toBe(false);
  await written.close();
  expect(await keys()).toHaveLength(1);

  const { body } = await boss<{ token: string }>('POST', api.tokens, { name: 'a', scopes: ['write'] });
  const authorization = `Bearer ${body.token}`;
  const got = await test.app.inject({ method: 'GET', url: file, headers: { authorization } });
  expect(got.headers).toMatchObject({
    'content-length': String(ready.bytes),
    'content-disposition': expect.stringMatching(/plimsoll-[\d-]+\.jsonl\.gz/),
  });
  const text = gunzipSync(got.rawPayload).toString('utf8');
  expect(text).not.toContain(secret);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const all = lines.slice(1, -1) as [string, { run: { id: string } }][];
  expect(lines[0]).toMatchObject({ export: 'plimsoll', format: 1, teamId });
  expect(lines.at(-1)).toEqual({ counts: { plan: 1, experiment: 0, comparison: 1, run: 3 } });
  expect(all.find(([kind]) => kind === 'plan')?.[1]).toEqual((await boss('GET', api.plan(plan.body.id))).body);
  expect(all.find(([kind]) => kind === 'comparison')?.[1]).toEqual((await boss('GET', api.storedComparison(compared.body.id))).body);
  for (const one of [old, fresh])
    expect(all.find(([kind, what]) => kind === 'run' && what.run.id === one)?.[1]).toEqual(
      (await boss('GET', api.exported(one, 'json'))).body,
    );

  // A run whose object is gone is told of, and the rest is there. The export before goes.
  for (const key of await listed()) if (key.includes(old)) await db.objects?.remove(key.replace('house/', ''));
  const again = await startTestApi({ databaseUrl: test.config.databaseUrl, objects: test.config.objects });
  const next = (await boss<TeamExport>('POST', api.teamExports)).body.id;
  expect(await makeTeamExport(again.context, silent, never)).toBe(true);
  await again.close();
  expect(await only()).toMatchObject({ id: next, state: 'ready' });
  const object = await (await findTeamExportFile(db, teamId, next))?.fetch();
  const told: Buffer[] = [];
  if (object) for await (const chunk of object.read()) told.push(chunk as Buffer);
  await object?.close();
  const lost = gunzipSync(Buffer.concat(told))
    .toString('utf8')
    .split('\n')
    .find((line) => line.startsWith(`["run",{"run":{"id":"${old}"`));
  expect(JSON.parse(lost ?? '[]')[1]).toMatchObject({ run: { id: old }, problem: 'archive_missing' });

  await db.query(`UPDATE team_exports SET expires_at = now() - interval '1 s'`);
  expect((await boss('GET', api.teamExportFile(next))).status).toBe(404);
  expect((await purgeExpired(db))?.teamExports).toBe(1);
  await removeLeft();
  expect(await keys()).toEqual([]);
  const { items } = (await boss<{ items: { action: string }[] }>('GET', `${api.audit}?what=team`)).body;
  expect(items.slice(0, 3).map(({ action }) => action)).toEqual(['team.export', 'team.export_read', 'team.export']);
  const without = await startTestApi({ databaseUrl: test.config.databaseUrl });
  const refused = await without.as({ authorization })('POST', api.teamExports);
  expect([refused.status, problemIn(refused).detail]).toEqual([409, expect.stringContaining('needs an archive')]);
  await without.close();
});
