import type { PlanInput } from '@plimsoll/contracts/plan';
import { authority, client } from '@plimsoll/testbed/certificates';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { afterEach, describe, expect, test } from 'vitest';
import { diallerFor } from '../src/target-guard.ts';
import { loopbackOnly, planFor, runPlan } from './harness.ts';

let witness: Witness;
afterEach(() => witness.close());

const run = (tls: NonNullable<PlanInput['connection']>['tls'], more: object = {}) =>
  runPlan(planFor(witness.url, { model: 'closed', connections: 2, requests: 20 }, { connection: { tls, ...more } }));

describe('TLS', () => {
  test('an unknown authority is refused, unless it is trusted or verification is off', async () => {
    witness = await startWitness({ tls: {} });
    const strict = await run({});
    expect(strict.totals.outcomes).toEqual({ tls: 20 });
    expect(strict.totals.errors[0]?.message).toMatch(/TLS handshake failed/);
    expect((await run({ verify: false })).totals.outcomes).toEqual({ response: 20 });
    const { totals, samples } = await run({ ca: authority });
    expect(totals.outcomes).toEqual({ response: 20 });
    expect(samples.reduce((sum, sample) => sum + sample.connections.tlsHandshakes, 0)).toBe(2);
    expect((await witness.counts()).tlsHandshakes).toBeGreaterThanOrEqual(4);
  });

  test('a server name in place of the host is what the certificate is held against', async () => {
    witness = await startWitness({ tls: {} });
    expect((await run({ ca: authority, serverName: 'plimsoll.test' })).totals.outcomes).toEqual({ response: 20 });
    expect((await run({ ca: authority, serverName: 'another.test' })).totals.outcomes).toEqual({ tls: 20 });
  });

  test('a client certificate is shown to the target that asks for it', async () => {
    witness = await startWitness({ tls: { clientCertificate: true } });
    expect((await run({ ca: authority, clientCertificate: client })).totals.outcomes).toEqual({ response: 20 });
    const without = await run({ ca: authority });
    expect(without.totals.outcomes.response ?? 0).toBe(0);
  });

  test('keep-alive off pays a handshake for each request', async () => {
    witness = await startWitness({ tls: {} });
    const { totals, samples } = await run({ ca: authority }, { keepAlive: false });
    expect([totals.done, totals.opened]).toEqual([20, 20]);
    expect(samples.reduce((sum, sample) => sum + sample.connections.tlsHandshakes, 0)).toBe(20);
    expect((await witness.counts()).tlsHandshakes).toBe(20);
  });

  test('a key that cannot be read ends the run before it starts, with a sentence', async () => {
    witness = await startWitness({ tls: {} });
    const { end, samples } = await run({ clientCertificate: { ...client, key: client.key.replace(/\n[\w+/]{8}/, '\nAAAAAAAA') } });
    expect([end.reason, samples.length]).toEqual(['failed', 0]);
    expect(end.message).toContain('could not be set up');
  });
});

describe('connections', () => {
  test('are given up at their age, between requests', async () => {
    witness = await startWitness({ delayMs: 1 });
    const connection = { maxConnectionAge: '150ms' };
    const plan = planFor(witness.url, { model: 'open', rate: 100, duration: '1s', maxConnections: 1 }, { connection });
    const { totals } = await runPlan(plan);
    const seen = await witness.counts();
    expect([totals.done, totals.opened]).toEqual([100, seen.connections]);
    expect(totals.opened).toBeGreaterThanOrEqual(5);
    expect(totals.opened).toBeLessThanOrEqual(8);
    expect(totals.closedByPeer).toBe(0);
  });

  test('resolve their host once or each time', async () => {
    witness = await startWitness();
    for (const [dns, expected] of [
      ['once', 1],
      ['each', 3],
    ] as const) {
      let asked = 0;
      const dial = diallerFor({
        url: new URL(`http://named.example:${witness.port}/`),
        policy: { ...loopbackOnly, allowed: ['named.example'] },
        connection: { dns, tls: { verify: true, ca: null, serverName: null, clientCertificate: null } },
        resolve: (_host, done) => {
          asked++;
          done(null, ['127.0.0.1']);
        },
      });
      for (let i = 0; i < 3; i++)
        await new Promise<void>((resolve) => {
          dial((_error, socket) => {
            socket?.destroy();
            resolve();
          });
        });
      expect(asked).toBe(expected);
    }
  });
});
