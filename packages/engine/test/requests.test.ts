/** Several requests in one plan, compared with the targets' own logs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { merge, timesOf } from '@plimsoll/statistics/histogram';
import { startSessions } from '@plimsoll/testbed/targets/sessions';
import { startWitness, type WitnessLine } from '@plimsoll/testbed/witness';
import { describe, expect, test } from 'vitest';
import { runPlan } from './harness.ts';

type Requests = NonNullable<PlanInput['requests']>;
const createPlan = (requests: Requests, load: PlanInput['load'], rest: Partial<PlanInput> = {}) =>
  planSchema.parse({ version: 1, name: 'several', requests, load, ...rest });

function sumRequest(samples: readonly Sample[], name: string) {
  const counted = samples.flatMap(({ byRequest }) => byRequest.filter((request) => request.name === name));
  const sum = (pick: (request: (typeof counted)[number]) => number) => counted.reduce((total, request) => total + pick(request), 0);
  return {
    sent: sum((request) => request.sent),
    done: sum((request) => request.done),
    failed: sum((request) => request.failed),
    times: timesOf(merge(counted.map((request) => request.histograms.responseTime))),
  };
}

function countPaths(lines: readonly WitnessLine[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { url } of lines) counts[url] = (counts[url] ?? 0) + 1;
  return counts;
}

describe('a mix', () => {
  test('gives the target exactly the shares of its weights', async () => {
    const witness = await startWitness({ log: true });
    const requests = [7, 2, 1].map((weight) => ({ name: `w${weight}`, url: `${witness.url}${weight}`, weight }));
    const { samples, totals } = await runPlan(createPlan(requests, { model: 'closed', connections: 7, requests: 1000 }));
    const seen = countPaths(await witness.log());
    await witness.close();
    expect(seen).toEqual({ '/7': 700, '/2': 200, '/1': 100 });
    expect([7, 2, 1].map((weight) => sumRequest(samples, `w${weight}`).done)).toEqual([700, 200, 100]);
    expect(totals.done).toBe(1000);
  });

  test('times each request by itself', async () => {
    const witness = await startWitness({ delays: { '/a': 10, '/b': 50 } });
    const requests = ['a', 'b'].map((name) => ({ name, url: `${witness.url}${name}` }));
    const { samples } = await runPlan(createPlan(requests, { model: 'open', rate: 60, duration: '2s' }, { warmup: '1s' }));
    await witness.close();
    const measured = samples.filter(({ warmup }) => !warmup);
    const [a, b] = [sumRequest(measured, 'a'), sumRequest(measured, 'b')];
    expect([a.sent, b.sent, a.times.count, b.times.count]).toEqual([60, 60, 60, 60]);
    // The shortest of 60 is exact on a busy machine too; a median of mixed-up times would be beyond its bound.
    expect(Math.abs((a.times.minUs ?? 0) - 10_000)).toBeLessThanOrEqual(2000);
    expect(Math.abs((b.times.minUs ?? 0) - 50_000)).toBeLessThanOrEqual(2000);
    expect(a.times.p50Us).toBeLessThan(25_000);
    expect(b.times.p50Us).toBeLessThan(65_000);
  });

  test('judges each response by the checks of its own request, besides the plan’s', async () => {
    const witness = await startWitness({ body: 'good day', log: true });
    const requests = [
      { name: 'day', url: `${witness.url}day`, checks: [{ bodyContains: 'day' }] },
      { name: 'night', url: `${witness.url}night`, checks: [{ bodyContains: 'night' }] },
    ];
    const plan = createPlan(requests, { model: 'closed', connections: 1, requests: 10 }, { checks: [{ bodyContains: 'good' }] });
    const { samples, totals } = await runPlan(plan);
    await witness.close();
    expect([sumRequest(samples, 'day').failed, sumRequest(samples, 'night').failed]).toEqual([0, 5]);
    expect(totals.errors.map(({ request, message }) => [request, message])).toEqual(
      Array.from({ length: 5 }, () => ['night', 'The body does not contain "night".']),
    );
  });
});

function shop(url: string): Requests {
  const user = { 'X-User': '{{row.user}}' };
  return [
    { name: 'login', url: `${url}login`, method: 'POST', body: '{"user":"{{row.user}}"}', extract: { token: '$.session.token' } },
    {
      name: 'basket',
      url: `${url}basket`,
      headers: user,
      auth: { bearer: '{{token}}' },
      extract: { place: { header: 'Location' }, csrf: { regex: 'name="csrf" value="([^"]+)"' } },
    },
    { name: 'pay', url: `${url}basket/{{token}}`, method: 'PUT', headers: user, auth: { bearer: '{{token}}' }, body: 'csrf={{csrf}}' },
  ];
}
const users = (count: number) =>
  ({ format: 'csv', text: `user\n${Array.from({ length: count }, (_, n) => `user-${n}\n`).join('')}` }) as const;

describe('a sequence', () => {
  const closed = { model: 'closed', connections: 5, requests: 600 } as const;
  const open = { model: 'open', rate: 400, duration: '1500ms', maxConnections: 20 } as const;
  test.each([
    ['closed', closed, {}, 1],
    ['closed, on connections used once', closed, { connection: { keepAlive: false } }, 1],
    ['closed, pipelined', closed, { connection: { pipelining: 3 } }, 1],
    ['closed, HTTP/2', closed, { connection: { protocol: 'http2', streams: 4 } }, 1],
    ['closed, two threads', closed, {}, 2],
    ['open', open, {}, 1],
    ['open, HTTP/2, two threads', open, { connection: { protocol: 'http2', streams: 4 } }, 2],
  ] as const)('carries what responses say to the next request of the same user: %s', async (_name, load, rest, threads) => {
    const target = await startSessions({ http2: 'connection' in rest && 'protocol' in rest.connection, delayMs: 3 });
    const plan = createPlan(shop(target.url), load, { ...rest, data: users(17) } as never);
    const { samples, totals } = await runPlan(plan, { threads });
    target.close();
    expect(target.refusals).toEqual([]);
    expect([totals.sent, totals.done, totals.failed]).toEqual([600, 600, 0]);
    const { login, basket, pay } = target.steps;
    expect(['login', 'basket', 'pay'].map((name) => sumRequest(samples, name).done)).toEqual([login, basket, pay]);
    // Iterations in progress at the end are not finished: no more of them than requests could be in flight.
    expect(login - pay).toBeLessThanOrEqual(80);
    expect(pay).toBeGreaterThan(150);
  });

  test('ends an iteration where a request failed, and begins the next one with another row', async () => {
    const witness = await startWitness({ log: true, every: { nth: 4, status: 500 } });
    const requests = ['a', 'b', 'c'].map((name) => ({ name, url: `${witness.url}${name}?{{row.user}}` }));
    const plan = createPlan(requests, { model: 'closed', connections: 1, requests: 12 }, { requestOrder: 'sequence', data: users(9) });
    const { totals } = await runPlan(plan);
    const seen = (await witness.log()).map(({ url }) => url);
    await witness.close();
    // Every fourth answer is an error: abc, a!, abc, a! …
    expect(seen).toEqual([0, 2, 4].flatMap((n) => [`/a?user-${n}`, `/b?user-${n}`, `/c?user-${n}`, `/a?user-${n + 1}`]));
    expect([totals.done, totals.failed]).toEqual([9, 3]);
  });

  test.each([
    [{ duration: '20s' }, 1],
    [{ duration: '20s' }, 2],
    [{ requests: 75 }, 1],
  ])('uses each row once for a whole iteration: %j, %d threads', async (end, threads) => {
    const target = await startSessions();
    const plan = createPlan(shop(target.url), { model: 'closed', connections: 4, ...end }, { data: { ...users(25), order: 'once' } });
    const { end: ended, totals } = await runPlan(plan, { threads });
    target.close();
    expect([ended.reason, ended.message, totals.done]).toEqual(['requests', 'All 25 data rows were used once.', 75]);
    expect([...target.users].sort()).toEqual(Array.from({ length: 25 }, (_, n) => `user-${n}`).sort());
    expect(target.steps).toEqual({ login: 25, basket: 25, pay: 25 });
  });

  test('uses each row once in an open load, whose due times end with the last iteration', async () => {
    const target = await startSessions({ delayMs: 5 });
    const plan = createPlan(shop(target.url), { model: 'open', rate: 100, duration: '1500ms' }, { data: { ...users(20), order: 'once' } });
    const { totals } = await runPlan(plan);
    target.close();
    expect(target.refusals).toEqual([]);
    expect(target.steps).toEqual({ login: 20, basket: 20, pay: 20 });
    expect(totals.done).toBe(60);
    // 150 were due, had there been rows. On a busy machine some may be due while the last iterations wait for their answers.
    expect(totals.planned).toBe(totals.sent + totals.dropped);
    expect(totals.dropped).toBeLessThan(60);
  });

  test('names the value that a response does not have, and begins anew', async () => {
    const witness = await startWitness({ body: '{"token":null}', log: true });
    const requests: Requests = [
      { name: 'login', url: `${witness.url}login`, extract: { token: '$.token' } },
      { name: 'use', url: `${witness.url}use/{{token}}` },
    ];
    const { totals } = await runPlan(createPlan(requests, { model: 'closed', connections: 2, requests: 20 }));
    const seen = countPaths(await witness.log());
    await witness.close();
    expect([seen, totals.outcomes]).toEqual([{ '/login': 20 }, { check_failed: 20 }]);
    expect(totals.errors[0]).toMatchObject({ request: 'login', message: 'login: No value for "token": $.token is null.' });
  });

  test('a regular expression that would run for ever fails its request in its time, and the load goes on', async () => {
    const witness = await startWitness({ body: `${'a'.repeat(40)}b` });
    const requests: Requests = [{ name: 'slow', url: witness.url, extract: { v: { regex: '(a+)+$' } } }];
    const { totals, tookMs } = await runPlan(createPlan(requests, { model: 'closed', connections: 1, requests: 10 }));
    await witness.close();
    expect(totals.outcomes).toEqual({ check_failed: 10 });
    expect(totals.errors[0]?.message).toBe('slow: No value for "v": the regular expression (a+)+$ took more than 20 ms.');
    expect(tookMs).toBeLessThan(5000);
  });
});

test('credentials, file bodies and braces reach the target as they are meant, and secrets stay out of the examples', async () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * 7 + (n >> 8)) % 256));
  const seen: { url: string; authorization: string | undefined; braces: unknown; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const { authorization, 'x-braces': braces } = request.headers;
    seen.push({ url: request.url ?? '', authorization, braces, body });
    response.writeHead(401).end(`who is ${authorization}? ${Buffer.from(authorization?.split(' ')[1] ?? '', 'base64')}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const requests: Requests = [
    {
      name: 'basic',
      url: `${url}a{{"{{"}}`,
      headers: { 'X-Braces': '{{"{{"}}seq}}' },
      auth: { basic: { username: 'jo', password: 'pä:ss1' } },
    },
    { name: 'row', url: `${url}b`, auth: { basic: { username: 'ann', password: '{{row.pin}}' } } },
    { name: 'file', url: `${url}c`, method: 'POST', auth: { bearer: 'b3ar3r' }, bodyFile: { name: 'f', base64: bytes.toString('base64') } },
  ];
  const data = { format: 'csv', text: 'pin\nhunter22\n' } as const;
  const { totals } = await runPlan(createPlan(requests, { model: 'closed', connections: 1, requests: 3 }, { data }));
  server.close();
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  expect(seen.map(({ url, authorization }) => [url, authorization])).toEqual([
    ['/a%7B%7B', basic('jo:pä:ss1')],
    ['/b', basic('ann:hunter22')],
    ['/c', 'Bearer b3ar3r'],
  ]);
  expect(seen[0]?.braces).toBe('{{seq}}');
  expect(seen[2]?.body.equals(bytes)).toBe(true);
  const told = JSON.stringify(totals.errors);
  expect(totals.errors.map(({ request }) => request)).toEqual(['basic', 'row', 'file']);
  for (const secret of ['pä:ss1', 'hunter22', 'b3ar3r', basic('jo:pä:ss1'), basic('ann:hunter22')]) expect(told).not.toContain(secret);
});
