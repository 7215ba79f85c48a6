import { type HttpClient, httpClients } from '@plimsoll/contracts/connection';
import type { Plan, PlanInput } from '@plimsoll/contracts/plan';
import { methods } from '@plimsoll/contracts/target';
import { type Misbehaviour, misbehaviours, startMisbehaving } from '@plimsoll/testbed/targets/misbehaving';
import { type Http2Misbehaviour, http2Misbehaviours, startHttp2Misbehaving } from '@plimsoll/testbed/targets/misbehaving-http2';
import { startWitness, type WitnessOptions } from '@plimsoll/testbed/witness';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planFor } from './support/harness.ts';
import { runLoop } from './support/run-loop.ts';

/** Runs the same plan on a client. Each client is the other's oracle: undici is in wide use, and our wire client checks every byte. */
const runOn = (client: HttpClient, plan: Plan) => runLoop({ ...plan, connection: { ...plan.connection, client } });

/** The counts of a load on each client, its own and the target's. */
async function countsOnEach(witnessOptions: WitnessOptions, load: PlanInput['load'], rest: Partial<PlanInput>) {
  const figures = [];
  for (const client of httpClients) {
    const witness = await startWitness({ delayMs: 3, every: { nth: 7, status: 500 }, body: 'y'.repeat(5000), ...witnessOptions });
    const totals = await runOn(client, planFor(witness.url, load, rest));
    const { planned, sent, done, failed, outcomes, statuses, opened, reused, closedByPeer } = totals;
    const seen = await witness.counts();
    // Exception: which connections and streams an open load uses again depends on timing.
    const connections = load.model === 'open' ? null : { opened, reused, seen: seen.connections };
    figures.push({ planned, sent, done, failed, outcomes, statuses, closedByPeer, connections, requests: seen.requests });
    await witness.close();
  }
  return figures;
}

/**
 * The one request that each client sends for the same plan, as the target read it. Exceptions: order and case of header names, and
 * `hostHeader`, as each client has a target of its own; a body is compared by its length.
 */
async function requestOfEach(witnessOptions: WitnessOptions, path: string, hostHeader: string, rest: Partial<PlanInput>) {
  const heads = [];
  for (const client of httpClients) {
    const witness = await startWitness({ log: true, ...witnessOptions });
    const target = { method: 'POST', headers: { 'X-Mixed-Case': 'Ünïcode in Latin-1', Accept: '*/*' }, body: 'ä' };
    const load = { model: 'closed', connections: 1, requests: 1 } as const;
    await runOn(client, planFor(`${witness.url}${path}`, load, { ...rest, target } as never));
    const [line] = await witness.log();
    await witness.close();
    heads.push({ ...line, atMs: 0, tookMs: 0, headers: { ...line?.headers, [hostHeader]: '' } });
  }
  return heads;
}

/**
 * The exceptions of this file; docs/measuring.md names the same ("Two HTTP clients").
 * `unasked100`: undici treats a `100 Continue` that was not asked for as an error; RFC 9110 (15.2) has clients expect it.
 * `closeAfter`: timing decides which request crosses the close. misbehaving.test.ts holds each client to its own outcome of both.
 */
const notCompared: readonly Misbehaviour[] = ['unasked100', 'closeAfter'];
/** These targets never end a response. All others get a long timeout, so that a busy machine cannot make them time out. */
const hanging: readonly Misbehaviour[] = ['stall', 'stallInBody', 'drip', 'endlessBody'];
const compared = (Object.keys(misbehaviours) as Misbehaviour[]).filter((kind) => !notCompared.includes(kind));

describe('both clients of HTTP/1.1', () => {
  test.each(compared)('name the same outcomes and statuses for %s', async (kind) => {
    const figures = [];
    for (const client of httpClients) {
      const target = await startMisbehaving(kind);
      const plan = planFor(
        target.url,
        { model: 'closed', connections: 2, requests: 6 },
        { timeout: hanging.includes(kind) ? '250ms' : '20s', errorStatuses: 'none' },
      );
      const { outcomes, statuses, sent, opened, closedByPeer } = await runOn(client, plan);
      // Exception: if the last request broke off, the load may be over before its connection is closed.
      const closed = outcomes.response === 6 ? closedByPeer : null;
      figures.push({ outcomes, statuses, sent, opened, closed, seen: target.requests() });
      await target.close();
    }
    expect(figures[0]).toEqual(figures[1]);
  });

  test.each([
    ['keep-alive', { model: 'closed', connections: 5, requests: 500 }, {}],
    ['keep-alive off', { model: 'closed', connections: 5, requests: 200 }, { connection: { keepAlive: false } }],
    ['pipelining', { model: 'closed', connections: 2, requests: 300 }, { connection: { pipelining: 5 } }],
    [
      'a cap of requests per connection',
      { model: 'closed', connections: 1, requests: 95 },
      { connection: { maxRequestsPerConnection: 10 } },
    ],
    ['HEAD', { model: 'closed', connections: 3, requests: 100 }, { target: { method: 'HEAD' } }],
    ['a body', { model: 'closed', connections: 3, requests: 100 }, { target: { method: 'POST', body: 'x'.repeat(100_000) } }],
    ['an open load', { model: 'open', rate: 300, duration: '1s', maxConnections: 5 }, {}],
  ] as const)('count the same for %s', async (_name, load, rest) => {
    const figures = await countsOnEach({}, load as PlanInput['load'], rest as Partial<PlanInput>);
    expect(figures[0]).toEqual(figures[1]);
  });

  test('send the same request', async () => {
    const heads = await requestOfEach({}, 'path?query=1&b=%20', 'host', {});
    expect(heads[0]).toEqual(heads[1]);
  });
});

describe('both clients of HTTP/2', () => {
  const connection = { protocol: 'http2' } as const;

  test.each(Object.keys(http2Misbehaviours) as Http2Misbehaviour[])('name the same outcomes and statuses for %s', async (kind) => {
    const figures = [];
    for (const client of httpClients) {
      const target = await startHttp2Misbehaving(kind);
      const plan = planFor(
        target.url,
        { model: 'closed', connections: 2, requests: 6 },
        { timeout: kind === 'stall' ? '250ms' : '20s', connection, errorStatuses: 'none' },
      );
      const { outcomes, statuses, sent, opened } = await runOn(client, plan);
      // Exception: who closed a connection first, which over HTTP/2 depends on timing.
      figures.push({ outcomes, statuses, sent, opened, seen: target.requests() });
      await target.close();
    }
    expect(figures[0]).toEqual(figures[1]);
  });

  test.each([
    ['streams', { model: 'closed', connections: 3, requests: 600 }, { connection: { ...connection, streams: 7 } }],
    ['keep-alive off', { model: 'closed', connections: 5, requests: 100 }, { connection: { ...connection, keepAlive: false } }],
    [
      'a cap of requests per connection',
      { model: 'closed', connections: 1, requests: 95 },
      { connection: { ...connection, maxRequestsPerConnection: 10 } },
    ],
    [
      'a body',
      { model: 'closed', connections: 3, requests: 60 },
      { connection: { ...connection, streams: 2 }, target: { method: 'POST', body: 'x'.repeat(100_000) } },
    ],
    ['an open load', { model: 'open', rate: 300, duration: '1s', maxConnections: 2 }, { connection: { ...connection, streams: 10 } }],
  ] as const)('count the same for %s', async (_name, load, rest) => {
    const figures = await countsOnEach({ http2: true }, load as PlanInput['load'], rest as Partial<PlanInput>);
    expect(figures[0]).toEqual(figures[1]);
  });

  test('send the same request', async () => {
    const heads = await requestOfEach({ http2: true }, 'path?query=1', ':authority', { connection });
    expect(heads[0]).toEqual(heads[1]);
  });
});

test('whatever headers, path and body a plan may have, both clients send the same', async () => {
  const witness = await startWitness({ log: true, host: '127.0.0.1' });
  const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/).map((name) => `X${name}`);
  const value = fc.stringMatching(/^[\t\u0020-\u007e\u0080-\u00ff]{0,20}$/);
  const requests = fc.record({
    method: fc.constantFrom(...methods),
    headers: fc.uniqueArray(fc.tuple(token, value), { maxLength: 8, selector: ([name]) => name.toLowerCase() }),
    path: fc.webPath(),
    query: fc.string({ maxLength: 10, unit: 'grapheme' }),
    body: fc.option(fc.string({ maxLength: 30 })),
  });
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, headers, path, query, body }) => {
      const url = `${witness.url}a${path}?${encodeURIComponent(query)}`;
      const target = { method, headers: Object.fromEntries(headers), ...(method === 'GET' || method === 'HEAD' ? {} : { body }) };
      const lines = [];
      for (const client of httpClients) {
        await witness.reset();
        await runOn(client, planFor(url, { model: 'closed', connections: 1, requests: 1 }, { target } as never));
        lines.push((await witness.log()).map((line) => ({ ...line, atMs: 0, tookMs: 0 })));
      }
      expect(lines[0]).toHaveLength(1);
      expect(lines[0]).toEqual(lines[1]);
    }),
    { numRuns: 60, seed: 20_261_122 },
  );
  await witness.close();
});
