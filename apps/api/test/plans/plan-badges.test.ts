/** A plan's badge: what it shows, and that it is gone with its switch or its plan. */
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import { describe, expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';
import { complete, planInput, sampleAt, streamsAt, timesAround } from '../support/stored-runs.ts';

const { test, boss } = useApi();

const look = (path: string) => test.anonymous('GET', path);

/** 50 requests a second; times go from 10.0 to 11.0 ms. */
async function finishedRunOf(planId: string): Promise<Run> {
  const run = (await boss<Run>('POST', api.runs, { planId })).body;
  const samples = Array.from({ length: 20 }, (_, second) => sampleAt(second, timesAround(10, second)));
  await complete(test, run.id, samples);
  return run;
}

describe("a plan's badge", () => {
  it('shows the latest finished run, then its verdict against the baseline, and nothing of the plan', async () => {
    const plan = planInput({
      name: 'canary-plan-name',
      target: { url: 'http://127.0.0.1:8787/private', headers: { Authorization: 'canary-header' } },
    });
    const { body: saved } = await boss<{ id: string }>('POST', api.plans, { plan });
    const made = await boss<{ url: string }>('POST', api.planBadge(saved.id));
    expect(made.status).toBe(201);
    const path = new URL(made.body.url).pathname;
    expect(path).toMatch(/^\/badge\/[A-Za-z0-9_-]{27}\.svg$/);
    const label = async () => /<title>(.*)<\/title>/.exec((await look(path)).text)?.[1]?.replaceAll('\u00a0', ' ');
    expect(await label()).toBe('Plimsoll: no run yet');
    const first = await finishedRunOf(saved.id);
    expect(await label()).toMatch(/^Plimsoll: p99 11(\.0)? ms · 50\/s, valid$/);
    await test.context.db.query(
      `UPDATE runs SET vs_baseline = '{"baselineRunId": "x", "verdict": "worse", "sentence": "s", "metrics": []}' WHERE id = $1`,
      [first.id],
    );
    expect(await label()).toMatch(/^Plimsoll: Worse · p99 11(\.0)? ms · 50\/s, valid$/);
    // One of a pull request changes nothing, nor does one under way.
    await test.context.db.query(`UPDATE runs SET tags = '{"pull_request": "12"}' WHERE id = $1`, [(await finishedRunOf(saved.id)).id]);
    expect(await label()).toContain('Worse');
    expect((await boss('POST', api.runs, { planId: saved.id })).status).toBe(201);
    expect(await label()).toContain('Worse');
    const answer = await look(path);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=60' });
    for (const word of ['canary', '8787', 'private', saved.id, first.id]) expect(answer.text, word).not.toContain(word);
    const { rows } = await test.context.db.query('SELECT * FROM badges');
    expect(JSON.stringify(rows)).not.toContain(path.slice(7, -4));
  });

  it('shows of streams the time until their first message, and of an earlier run of plain requests p99 still', async () => {
    const plan = planInput({ target: { url: 'http://127.0.0.1:8787/events', stream: 'sse' } });
    const { body: saved } = await boss<{ id: string }>('POST', api.plans, { plan });
    const path = new URL((await boss<{ url: string }>('POST', api.planBadge(saved.id))).body.url).pathname;
    const label = async () => /<title>(.*)<\/title>/.exec((await look(path)).text)?.[1]?.replaceAll('\u00a0', ' ');
    const run = (await boss<Run>('POST', api.runs, { planId: saved.id })).body;
    const samples = Array.from({ length: 20 }, (_, second) => streamsAt(second, { wholeMs: 2000, firstMs: 20, gapMs: 400 }));
    await complete(test, run.id, samples);
    expect(await label()).toMatch(/^Plimsoll: p95 time to first message 20(\.0)? ms · 50\/s, valid$/);
    await test.context.db.query('UPDATE runs SET plan = $2 WHERE id = $1', [
      run.id,
      JSON.stringify({ ...plan, target: { url: 'http://a' } }),
    ]);
    expect(await label()).toMatch(/^Plimsoll: p99 2(\.00)? s · 50\/s, valid$/);
  });

  it('has one address at a time, and ends with its switch or its plan', async () => {
    const { body: saved } = await boss<{ id: string }>('POST', api.plans, { plan: planInput() });
    const turnOn = async () => new URL((await boss<{ url: string }>('POST', api.planBadge(saved.id))).body.url).pathname;
    const since = async () => (await boss<{ since: string | null }>('GET', api.planBadge(saved.id))).body.since;
    expect(await since()).toBeNull();
    const [old, current] = [await turnOn(), await turnOn()];
    expect(await since()).not.toBeNull();
    expect([(await look(old)).status, (await look(current)).status]).toEqual([404, 200]);
    expect((await boss('DELETE', api.planBadge(saved.id))).status).toBe(204);
    expect((await boss('DELETE', api.planBadge(saved.id))).status).toBe(404);
    expect((await look(current)).status).toBe(404);
    const again = await turnOn();
    await boss('DELETE', api.plan(saved.id));
    for (const path of [again, '/badge/x.svg', `/badge/${'A'.repeat(27)}.svg`, `/badge/${'A'.repeat(27)}`])
      expect((await look(path)).status, path).toBe(404);
  });
});
