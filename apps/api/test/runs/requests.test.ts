/** A plan with several requests, from its samples to every figure the API gives of each. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import { type Point, type RequestSample, requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { emptyHistogram, encode, record } from '@plimsoll/statistics/histogram';
import { describe, expect, it } from 'vitest';
import { useApi } from '../support/scene.ts';
import { begin, complete, launch, planInput, put, sampleAt } from '../support/stored-runs.ts';

const { test, boss } = useApi();

const plan: PlanInput = planInput({
  name: 'shop',
  target: null,
  requests: ['login', 'a / cart'].map((name) => ({ name, url: `http://127.0.0.1:8787/${name.slice(-4)}` })),
});

function requestAt(name: string, timesMs: readonly number[], failed: number): RequestSample {
  const histogram = emptyHistogram();
  for (const ms of timesMs) record(histogram, ms * 1000);
  const sent = timesMs.length;
  return {
    name,
    sent,
    done: sent - failed,
    failed,
    outcomes: { response: sent },
    statuses: failed > 0 ? { 200: sent - failed, 503: failed } : { 200: sent },
    doneTimeUs: 0,
    failedTimeUs: 0,
    histograms: Object.fromEntries(requestTimeNames.map((time) => [time, encode(histogram)])) as RequestSample['histograms'],
  };
}

/** A second of both requests: `ms` and 5 ms, each in 30 spread times. */
function secondAt(second: number, ms: number, failed = 0): Sample {
  const spread = (around: number) => Array.from({ length: 30 }, (_, i) => around * (0.9 + ((second * 7 + i * 3) % 21) / 100));
  const [login, cart] = [spread(ms), spread(5)];
  const statuses = failed > 0 ? { 200: 60 - failed, 503: failed } : { 200: 60 };
  const byRequest = [requestAt('login', login, failed), requestAt('a / cart', cart, 0)];
  return sampleAt(second, [...login, ...cart], { byRequest, failed, done: 60 - failed, statuses });
}

async function ranWith(ms: number, failed = 0): Promise<{ run: Run; samples: Sample[] }> {
  const { id } = await launch(boss, plan);
  const samples = Array.from({ length: 30 }, (_, second) => secondAt(second, ms, failed));
  await complete(test, id, samples);
  return { run: (await boss<Run>('GET', api.run(id))).body, samples };
}

describe('a run of several requests', () => {
  it('has the figures of each in its summary, its points, live and in its exports', async () => {
    const { run } = await ranWith(20, 3);
    const [login, cart] = run.summary?.byRequest ?? [];
    expect(login).toMatchObject({ name: 'login', requests: 900, failed: 90, errorRate: 0.1, throughputPerSecond: 30 });
    expect(login?.responseTime).toMatchObject({ count: 900, minUs: 18_000 });
    expect(cart).toMatchObject({ name: 'a / cart', requests: 900, failed: 0, statuses: { 200: 900 } });
    const { points } = (await boss<{ points: Point[] }>('GET', api.samples(run.id))).body;
    expect(points[7]?.byRequest).toMatchObject([
      { name: 'login', sent: 30, done: 27, failed: 3, responseTime: { count: 30 } },
      { name: 'a / cart', sent: 30, done: 30, failed: 0 },
    ]);
    const live = await boss('GET', api.live(run.id));
    expect(JSON.parse(/event: snapshot\ndata: (.*)/.exec(live.text)?.[1] ?? 'null').points).toEqual(points);
    const exported = await boss<{ run: Run; points: Point[] }>('GET', `/api/v1/runs/${run.id}/export?format=json`);
    expect(exported.body.points).toEqual(points);
    const table = await boss('GET', `/api/v1/runs/${run.id}/export?format=hdr&request=${encodeURIComponent('a / cart')}`);
    expect(table.text).toMatch(/Total count = 900\]/);
    expect(table.text).toMatch(/#\[Max += {2,}5\.503\]/);
    for (const query of ['request=logout', 'request=login&histogram=sendLateness'])
      expect((await boss('GET', `/api/v1/runs/${run.id}/export?format=hdr&${query}`)).status, query).toBe(400);
    const csv = await boss('GET', `/api/v1/runs/${run.id}/export?format=csv`);
    expect(csv.text.trim().split('\n')).toHaveLength(31);
  });

  it('is compared request by request, with the errors that are new', async () => {
    const [{ run: base }, { run: candidate }] = [await ranWith(20), await ranWith(24, 3)];
    const { body, status, text } = await boss<ComparisonResult>('GET', `/api/v1/comparison?base=${base.id}&candidate=${candidate.id}`);
    expect(status, text).toBe(200);
    const verdict = (name: string, metric: string) =>
      body.candidates[0]?.byRequest.find((request) => request.name === name)?.metrics.find((delta) => delta.metric === metric)?.verdict;
    expect([verdict('login', 'p50'), verdict('login', 'errorRate')]).toEqual(['worse', 'worse']);
    expect([verdict('a / cart', 'p50'), verdict('a / cart', 'throughput')]).toEqual(['no_difference', 'no_difference']);
    expect(body.candidates[0]?.errors).toEqual([
      { kind: '503', change: 'new', base: 0, candidate: 90, baseShare: 0, candidateShare: 0.05 },
    ]);
  });

  it('judges thresholds of one request while it runs', async () => {
    const { id } = await launch(boss, { ...plan, thresholds: ['p(50){login} < 15ms', 'p(50){a / cart} < 15ms'] });
    await begin(test, id);
    await put(test, id, [secondAt(0, 20), secondAt(1, 20)]);
    const states = await liveStates(id);
    expect(states.at(-1)?.thresholds.map(({ passed }) => passed)).toEqual([false, true]);
  });
});

/** States told over a real socket until one has thresholds. */
async function liveStates(id: string): Promise<Pick<Run, 'thresholds'>[]> {
  const token = (await boss<{ token: string }>('POST', api.tokens, { name: 'live', scopes: ['read'] })).body.token;
  const url = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${url}${api.live(id)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  });
  let text = '';
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const states = [...text.matchAll(/event: state\ndata: (.*)\n/g)].map(([, data]) => JSON.parse(data ?? ''));
    if (states.some(({ thresholds }) => thresholds.length > 0)) return states;
  }
  throw new Error(`no state with thresholds: ${text}`);
}

describe('the published schemas', () => {
  it('name what the API answers of each request, and what a plan says of it', async () => {
    const { body } = await boss<{ components: { schemas: Record<string, { properties?: Record<string, unknown> }> } }>(
      'GET',
      '/api/openapi.json',
    );
    const { schemas } = body.components;
    for (const [schema, field] of [
      ['Summary', 'byRequest'],
      ['Summary', 'dnsTime'],
      ['Point', 'byRequest'],
      ['Candidate', 'byRequest'],
      ['Candidate', 'errors'],
    ] as const)
      expect(Object.keys(schemas[schema]?.properties ?? {}), schema).toContain(field);
    const file = (await test.anonymous<{ properties: Record<string, unknown> }>('GET', '/api/v1/plan.schema.json')).body;
    expect(Object.keys(file.properties)).toEqual(expect.arrayContaining(['target', 'requests', 'requestOrder', 'generators']));
    const text = JSON.stringify(file.properties.requests);
    for (const field of ['weight', 'extract', 'auth', 'bodyFile', 'checks']) expect(text).toContain(`"${field}"`);
  });
});
