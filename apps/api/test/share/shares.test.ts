import { summaryMetrics } from '@plimsoll/contracts/compared-metric';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { unknownMachine } from '@plimsoll/contracts/sample';
import { type Shared, sharedSchema } from '@plimsoll/contracts/share';
import { judgeValidity } from '@plimsoll/statistics/validity';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { problemIn } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';
import { complete, finishedRun, launch, planInput, sampleAt } from '../support/stored-runs.ts';
import { putWebPage } from '../support/test-api.ts';
import { share } from './shares.ts';

const { test, boss } = useApi();
beforeAll(async () => {
  putWebPage(test);
});

/** Words that only a plan's private parts, a note, an error example or the generator's host hold. */
const canaries = [
  'canary-header-value',
  'x-canary-name',
  'canary-secret',
  'canary-body',
  'canary-query',
  'canary-note',
  'canary-example',
  'generator-host.internal',
  'canary-check',
];

async function loadedRun(url = 'http://127.0.0.1:8787/private/path?q=canary-query'): Promise<Run> {
  const run = await launch(
    boss,
    planInput({
      name: 'secret project',
      target: {
        url,
        method: 'POST',
        headers: { 'x-canary-name': 'canary-header-value', Authorization: 'Bearer canary-secret' },
        body: 'canary-body',
      },
      checks: [{ bodyContains: 'canary-check' }],
      tags: { branch: 'topic' },
    }),
    { note: 'canary-note' },
  );
  const bad = { outcome: 'response' as const, status: 503, message: 'canary-example', body: 'canary-example', second: 3, request: null };
  const samples = Array.from({ length: 15 }, (_, second) =>
    sampleAt(second, [5, 6, 7, 8], second === 3 ? { failed: 1, done: 3, statuses: { '200': 3, '503': 1 }, errors: [bad] } : {}),
  );
  await complete(test, run.id, samples);
  return run;
}

describe('a shared run', () => {
  it('shows its figures to anybody, and nothing that is on no list', async () => {
    const run = await loadedRun();
    const { token } = await share(boss, { runId: run.id });
    expect(token).toMatch(/^[A-Za-z0-9_-]{27}$/);
    const shown = await test.anonymous<Shared>('GET', api.shared(token));
    expect(shown.status, shown.text).toBe(200);
    expect(sharedSchema.parse(shown.body).content).toMatchObject({
      kind: 'run',
      title: 'secret project',
      plan: { method: 'POST', url: 'http://127.0.0.1:8787/private/path?q=•••', tags: { branch: 'topic' } },
      run: { state: 'completed', summary: { requests: 60, errors: [{ kind: '503', count: 1, example: null }] } },
      versions: { node: '24.21.0', client: 'undici 8.12.4, HTTP/1.1' },
    });
    expect(shown.body.content.kind === 'run' && shown.body.content.points).toHaveLength(15);
    for (const canary of canaries) expect(shown.text, canary).not.toContain(canary);
    expect(shown.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(shown.headers['x-robots-tag']).toContain('noindex');
  });

  it('says which HTTP client sent its requests, and gives no advice to those who cannot run it again', async () => {
    const run = await launch(boss, planInput({ connection: { client: 'wire' } }));
    const generator = { cpu: 0.5, eventLoopDelayP99Us: 500, eventLoopUtilisation: 0.97, rssBytes: 1, clockDriftMs: 0, ...unknownMachine };
    const samples = Array.from({ length: 10 }, (_, second) => sampleAt(second, [5], { generator }));
    await complete(test, run.id, samples, judgeValidity(run.plan, samples));
    const own = (await boss<Run>('GET', api.run(run.id))).body;
    expect(own.validity?.advice).toEqual(['threads', 'generators']);
    const { token } = await share(boss, { runId: run.id });
    const { content } = sharedSchema.parse((await test.anonymous('GET', api.shared(token))).body);
    expect(content).toMatchObject({
      plan: { connection: { client: 'wire' } },
      run: { validity: { reasons: own.validity?.reasons, advice: [] } },
    });
    const page = await test.anonymous('GET', `/s/${token}`);
    expect(page.text).toContain('To get further, run it with more load threads');
  });

  it('masks host, path, tags and name where the sharer wants it', async () => {
    const run = await loadedRun('http://127.0.0.1:8787/private/path?q=canary-query');
    const { token } = await share(boss, { runId: run.id, hide: ['host', 'path', 'tags', 'name'] });
    const { text, body } = await test.anonymous<Shared>('GET', api.shared(token));
    expect(body.content.kind === 'run' && body.content.plan).toMatchObject({ name: '•••', url: 'http://•••/•••', tags: {} });
    for (const hidden of [...canaries, '127.0.0.1', '8787', 'private', 'topic', 'secret project'])
      expect(text, hidden).not.toContain(hidden);
    const { items } = (await boss<{ items: { title: string }[] }>('GET', api.shares)).body;
    expect(items[0]?.title).toBe('secret project');
  });

  it('is frozen: what changes later does not show, and the token is kept as a hash only', async () => {
    const run = await loadedRun();
    const { token } = await share(boss, { runId: run.id });
    const before = (await test.anonymous('GET', api.shared(token))).body;
    await boss('PATCH', api.run(run.id), { tags: { later: 'yes' } });
    expect((await test.anonymous('GET', api.shared(token))).body).toEqual(before);
    const { rows } = await test.context.db.query('SELECT * FROM shares');
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const canary of canaries) expect(JSON.stringify(rows), canary).not.toContain(canary);
  });

  it('read by hundreds at once is read from Postgres once, counted each time, and gone at once when revoked', async () => {
    const run = await loadedRun();
    const { id, token } = await share(boss, { runId: run.id });
    const query = vi.spyOn(test.context.db, 'query');
    const answers = await Promise.all(Array.from({ length: 300 }, () => test.anonymous('GET', api.shared(token))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(query.mock.calls.length).toBeLessThan(30);
    query.mockRestore();
    const { items } = (await boss<{ items: { id: string; viewCount: number }[] }>('GET', api.shares)).body;
    expect(items.find((one) => one.id === id)?.viewCount).toBe(300);
    expect((await boss('DELETE', api.share(id))).status).toBe(204);
    expect((await test.anonymous('GET', api.shared(token))).status).toBe(404);
  });

  it('counts views, and is gone at once when revoked, expired or never there: the same 404', async () => {
    const run = await loadedRun();
    const [revoked, expired] = [await share(boss, { runId: run.id }), await share(boss, { runId: run.id, expiresInDays: 1 })];
    await test.anonymous('GET', api.shared(revoked.token));
    await test.anonymous('GET', api.shared(revoked.token));
    type List = { items: { id: string; viewCount: number; revokedAt: string | null }[] };
    const listed = async () => (await boss<List>('GET', api.shares)).body.items.find(({ id }) => id === revoked.id);
    expect(await listed()).toMatchObject({ viewCount: 2, revokedAt: null });
    const page = await test.anonymous('GET', `/s/${revoked.token}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>secret project · Plimsoll</title>');
    expect((await listed())?.viewCount).toBe(2);

    expect((await boss('DELETE', api.share(revoked.id))).status).toBe(204);
    await test.context.db.query(`UPDATE shares SET expires_at = now() - interval '1 s' WHERE id = $1`, [expired.id]);
    const unknown = 'A'.repeat(27);
    const answers = await Promise.all(
      [revoked.token, expired.token, unknown, 'short'].map((token) => test.anonymous('GET', api.shared(token))),
    );
    const problems = answers.map((answer) => ({ ...problemIn(answer), requestId: '' }));
    expect(problems[0]).toMatchObject({ status: 404, code: 'not_found' });
    for (const problem of problems) expect(problem).toEqual(problems[0]);
    for (const token of [revoked.token, expired.token, unknown, 'short']) {
      const gone = await test.anonymous('GET', `/s/${token}`);
      expect(gone.status).toBe(404);
      expect(gone.headers['cache-control']).toBe('no-store');
    }
    expect((await listed())?.revokedAt).not.toBeNull();
    expect((await boss('DELETE', api.share(revoked.id))).status).toBe(204);
  });

  it('can be made of a run that is over only', async () => {
    const run = await launch(boss);
    expect(problemIn(await boss('POST', api.shares, { runId: run.id })).status).toBe(409);
  });
});

describe('a shared comparison', () => {
  it('shows verdicts and plans, and no value of a difference outside the list', async () => {
    const [one, two] = [await loadedRun(), await loadedRun('http://127.0.0.1:8787/other/path?q=canary-query-2')];
    const quick = await finishedRun(test, boss);
    expect(quick.state).toBe('completed');
    const stored = await boss<ComparisonResult & { id: string }>('POST', api.comparisons, {
      base: [one.id],
      candidates: [[two.id]],
      title: 'canary-title',
    });
    expect(stored.status, stored.text).toBe(201);
    expect(stored.body.candidates[0]?.metrics.map(({ metric }) => metric)).toEqual(summaryMetrics);
    const { token } = await share(boss, { comparisonId: stored.body.id, hide: ['host', 'path', 'name'] });
    const { text, body } = await test.anonymous<Shared>('GET', api.shared(token));
    expect(sharedSchema.parse(body).content.kind).toBe('comparison');
    for (const hidden of [...canaries, 'canary-title', '127.0.0.1', 'private', 'other/path', 'secret project'])
      expect(text, hidden).not.toContain(hidden);
    expect(body.content.kind === 'comparison' && body.content.comparison.candidates[0]?.comparability.differences).toEqual([
      { field: 'target.url', kind: 'plan', base: 'http://•••/•••', candidate: 'http://•••/•••' },
    ]);
    const again = await boss<ComparisonResult>('GET', api.comparison([one.id], [two.id]));
    expect(again.body.candidates[0]?.metrics).toEqual(stored.body.candidates[0]?.metrics);
    expect((await boss<{ items: unknown[] }>('GET', api.comparisons)).body.items).toHaveLength(1);
    expect((await boss<ComparisonResult>('GET', api.storedComparison(stored.body.id))).body).toEqual(stored.body);
  });
});
