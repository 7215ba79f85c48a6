/** Mixes of requests, compared with the targets' own logs. */
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { startWitness } from '@plimsoll/testbed/witness';
import { describe, expect, test } from 'vitest';
import { runPlan, watchLoop } from './support/harness.ts';
import { countPaths, createPlan, type Requests, sumRequest } from './support/several-requests.ts';

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
    const loop = watchLoop();
    const { samples } = await runPlan(createPlan(requests, { model: 'open', rate: 60, duration: '2s' }, { warmup: '1s' }));
    const lateUs = 2000 + 2000 * loop.end().commonMs;
    await witness.close();
    const measured = samples.filter(({ warmup }) => !warmup);
    const [a, b] = [sumRequest(measured, 'a'), sumRequest(measured, 'b')];
    expect([a.sent, b.sent, a.times.count, b.times.count]).toEqual([60, 60, 60, 60]);
    // On a busy machine the shortest of 60 is late by what this thread's timers were. Both medians are; those of mixed-up times would be the same.
    expect(Math.abs((a.times.minUs ?? 0) - 10_000)).toBeLessThanOrEqual(lateUs);
    expect(Math.abs((b.times.minUs ?? 0) - 50_000)).toBeLessThanOrEqual(lateUs);
    expect((b.times.p50Us ?? 0) - (a.times.p50Us ?? 0)).toBeGreaterThan(25_000);
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

test('credentials, file bodies and braces reach the target as they are meant, and secrets stay out of the examples', async () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * 7 + (n >> 8)) % 256));
  const seen: { url: string; authorization: string | undefined; braces: unknown; body: Buffer }[] = [];
  const target = await startHttpTarget(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const { authorization, 'x-braces': braces } = request.headers;
    seen.push({ url: request.url ?? '', authorization, braces, body });
    response.writeHead(401).end(`who is ${authorization}? ${Buffer.from(authorization?.split(' ')[1] ?? '', 'base64')}`);
  });
  const url = `${target.url}/`;
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
  await target.close();
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
