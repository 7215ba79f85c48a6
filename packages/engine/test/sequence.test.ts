/** Sequences of requests, compared with the targets' own logs. */
import { startSessions } from '@plimsoll/testbed/targets/sessions';
import { startWitness } from '@plimsoll/testbed/witness';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { describe, expect, test } from 'vitest';
import { runPlan } from './support/harness.ts';
import { countPaths, createPlan, type Requests, sumRequest } from './support/several-requests.ts';

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
    expect([ended.reason, runEndSentence(ended.ending), totals.done]).toEqual(['requests', 'All 25 data rows were used once.', 75]);
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
