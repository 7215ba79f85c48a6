import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Dialler, DialPhases } from '@plimsoll/network/dial';
import { createDialler } from '@plimsoll/network/target-guard';
import { authority, client } from '@plimsoll/testbed/certificates';
import { startHoldingRelay } from '@plimsoll/testbed/targets/holding-relay';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { afterEach, describe, expect, test } from 'vitest';
import { RunClock } from '../src/pace/clock.ts';
import { loopbackOnly, planFor, runPlan } from './support/harness.ts';

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
    expect(runEndSentence(end.ending)).toContain('could not be set up');
  });
});

const named = (port: number, scheme = 'http') => ({
  url: new URL(`${scheme}://named.example:${port}/`),
  policy: { ...loopbackOnly, allowed: ['named.example', '127.0.0.1'] },
  clock: new RunClock(),
});

/** Opens one connection and closes it. */
const opened = (dial: Dialler) =>
  new Promise<{ phases: DialPhases }>((resolve, reject) => {
    dial((error, opened) => {
      opened?.socket.destroy();
      if (opened) resolve(opened);
      else reject(error);
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
      const dial = createDialler({
        ...named(witness.port),
        connection: { dns, tls: { verify: true, ca: null, serverName: null, clientCertificate: null } },
        resolve: (_host, done) => {
          asked++;
          done(null, ['127.0.0.1']);
        },
      });
      const lookups = [];
      for (let i = 0; i < 3; i++) lookups.push((await opened(dial)).phases.dnsUs !== null);
      expect(asked).toBe(expected);
      expect(lookups.filter((lookup) => lookup)).toHaveLength(expected);
    }
  });

  test('tell how long each phase of opening them took', async () => {
    witness = await startWitness({ tls: {} });
    const relay = await startHoldingRelay(witness.port, 90);
    let lookupMs = 0;
    const dial = createDialler({
      ...named(relay.port, 'https'),
      connection: { dns: 'each', tls: { verify: false, ca: null, serverName: null, clientCertificate: null } },
      resolve: (_host, done) => {
        const fromMs = performance.now();
        setTimeout(() => {
          lookupMs = performance.now() - fromMs;
          done(null, ['127.0.0.1']);
        }, 60);
      },
    });
    const fromMs = performance.now();
    const { phases } = await opened(dial);
    const tookMs = performance.now() - fromMs;
    await relay.close();
    const { wholeUs, dnsUs, tcpUs, tlsUs } = phases;
    expect(wholeUs).toBe((dnsUs ?? 0) + tcpUs + (tlsUs ?? 0));
    expect(Math.abs(wholeUs / 1000 - tookMs)).toBeLessThan(2);
    expect(Math.abs((dnsUs ?? 0) / 1000 - lookupMs)).toBeLessThan(1);
    // The relay's clock starts when it has read the hello, and stops before the handshake goes on.
    expect((tlsUs ?? 0) / 1000).toBeGreaterThanOrEqual((relay.heldMs[0] ?? Number.NaN) - 0.1);
    expect((tlsUs ?? 0) / 1000).toBeLessThanOrEqual(tookMs - lookupMs + 0.1);
  });

  test('record only the phases there were', async () => {
    const plan = (url: string, connection: PlanInput['connection'] = {}) =>
      planFor(url, { model: 'closed', connections: 3, requests: 30 }, { connection: { ...connection, keepAlive: false } });
    witness = await startWitness();
    const named = await runPlan(plan(`http://localhost:${witness.port}/`));
    const literal = await runPlan(plan(witness.url));
    await witness.close();
    witness = await startWitness({ tls: {} });
    const relay = await startHoldingRelay(witness.port, 40);
    const secure = await runPlan(plan(`https://127.0.0.1:${relay.port}/`, { tls: { ca: authority } }));
    await relay.close();
    const counts = ({ totals: { connectTime, dnsTime, tcpTime, tlsTime } }: typeof named) =>
      [connectTime, dnsTime, tcpTime, tlsTime].map(({ count }) => count);
    expect(counts(named)).toEqual([30, 30, 30, 0]);
    expect(counts(literal)).toEqual([30, 0, 30, 0]);
    expect(counts(secure)).toEqual([30, 0, 30, 30]);
    expect(secure.totals.tlsTime.minUs ?? 0).toBeGreaterThanOrEqual(0.998 * 1000 * Math.min(...relay.heldMs));
    const sum = (secure.totals.tcpTime.meanUs ?? 0) + (secure.totals.tlsTime.meanUs ?? 0);
    expect(sum / (secure.totals.connectTime.meanUs ?? 0)).toBeCloseTo(1, 2);
  });
});
