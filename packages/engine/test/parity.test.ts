import type { Plan } from '@plimsoll/contracts/plan';
import { type Misbehaviour, misbehaviours, startMisbehaving } from '@plimsoll/testbed/targets/misbehaving';
import { startWitness } from '@plimsoll/testbed/witness';
import { describe, expect, test } from 'vitest';
import { RunClock, startIn } from '../src/clock.ts';
import { LoadLoop } from '../src/load-loop.ts';
import type { LoopSample } from '../src/loop-sample.ts';
import { whole } from '../src/part.ts';
import { addUp, loopbackOnly, planFor } from './harness.ts';
import { undiciTransport } from './undici-transport.ts';

/** Our transport and undici's, which knows HTTP/1.1 better than we do and is slower: each is the other's oracle. */
async function runOn(transport: 'own' | 'undici', plan: Plan) {
  const samples: LoopSample[] = [];
  const clock = new RunClock();
  const loop = new LoadLoop({
    plan,
    runId: 'parity',
    policy: loopbackOnly,
    part: whole,
    clock,
    emit: (sample) => samples.push(sample),
    ...(transport === 'undici' ? { transport: undiciTransport } : {}),
  });
  clock.startAt(startIn(5));
  loop.start();
  await loop.ended;
  return addUp(samples as never);
}

/** undici takes a `100 Continue` nobody asked for as an error; RFC 9110 15.2 has clients expect it. Timing decides `closeAfter`. */
const differ: readonly Misbehaviour[] = ['unasked100', 'closeAfter'];
/** These never come to an end by themselves; a busy machine must not make the others look so. */
const hanging: readonly Misbehaviour[] = ['stall', 'stallInBody', 'drip', 'endlessBody'];
const same = (Object.keys(misbehaviours) as Misbehaviour[]).filter((kind) => !differ.includes(kind));

describe('both HTTP/1.1 transports', () => {
  test.each(same)('name the same outcomes, statuses and bodies for %s', async (kind) => {
    const figures = [];
    for (const transport of ['own', 'undici'] as const) {
      const target = await startMisbehaving(kind);
      const plan = planFor(
        target.url,
        { model: 'closed', connections: 2, requests: 6 },
        { timeout: hanging.includes(kind) ? '250ms' : '20s', errorStatuses: 'none' },
      );
      const { outcomes, statuses, sent, opened } = await runOn(transport, plan);
      figures.push({ outcomes, statuses, sent, opened, seen: target.requests() });
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
    const figures = [];
    for (const transport of ['own', 'undici'] as const) {
      const witness = await startWitness({ delayMs: 3, every: { nth: 7, status: 500 }, body: 'y'.repeat(5000) });
      const totals = await runOn(transport, planFor(witness.url, load as never, rest as never));
      const { planned, sent, done, failed, outcomes, statuses, opened, reused, closedByPeer } = totals;
      const seen = await witness.counts();
      // Which lanes an open load uses again depends on timing.
      const connections = load.model === 'open' ? null : { opened, reused, seen: seen.connections };
      figures.push({ planned, sent, done, failed, outcomes, statuses, closedByPeer, connections, requests: seen.requests });
      await witness.close();
    }
    expect(figures[0]).toEqual(figures[1]);
  });

  test('send the same request', async () => {
    const heads = [];
    for (const transport of ['own', 'undici'] as const) {
      const witness = await startWitness({ log: true });
      const target = { method: 'POST', headers: { 'X-Mixed-Case': 'Ünïcode in Latin-1', Accept: '*/*' }, body: 'ä' };
      const url = `${witness.url}path?query=1&b=%20`;
      await runOn(transport, planFor(url, { model: 'closed', connections: 1, requests: 1 }, { target } as never));
      const [line] = await witness.log();
      await witness.close();
      heads.push({ ...line, atMs: 0, tookMs: 0, headers: { ...line?.headers, host: '' } });
    }
    expect(heads[0]).toEqual(heads[1]);
  });
});
