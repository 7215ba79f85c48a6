/** A load by way of a drill's relay: every answer comes later by the planted time, whatever is spoken, and nothing else changes. */
import type { PlanInput } from '@plimsoll/contracts/plan';
import { openDetour } from '@plimsoll/network/open-detour';
import { authority } from '@plimsoll/testbed/certificates';
import { startGrpcServer } from '@plimsoll/testbed/targets/grpc-server';
import { startWitness } from '@plimsoll/testbed/witness';
import { expect, test } from 'vitest';
import { loopbackOnly, planFor, runPlan } from './support/harness.ts';

const delayMs = 120;
const load = { model: 'closed' as const, connections: 2, requests: 20 };

/** Straight to the target, and by way of the relay: the same plan. */
async function bothWays(url: string, rest: Parameters<typeof planFor>[2]) {
  const plan = planFor(url, load, rest);
  const detour = await openDetour({ url, policy: loopbackOnly, connection: plan.connection, delayMs }, { PATH: process.env.PATH ?? '' });
  try {
    return { straight: await runPlan(plan), led: await runPlan(plan, { detour: detour.path }) };
  } finally {
    detour.close();
  }
}

test.each<[string, Parameters<typeof startWitness>[0], NonNullable<PlanInput['connection']>]>([
  ['HTTP/1.1', {}, {}],
  ['HTTP/1.1 without keep-alive', {}, { keepAlive: false }],
  ['HTTP/1.1 over TLS', { tls: {} }, { tls: { ca: authority } }],
  ['HTTP/1.1 over TLS without keep-alive', { tls: {} }, { tls: { ca: authority }, keepAlive: false }],
  ['HTTP/2 over TLS', { tls: {}, http2: true }, { tls: { ca: authority }, protocol: 'http2' }],
])('%s', async (_name, options, connection) => {
  const witness = await startWitness(options);
  try {
    const { straight, led } = await bothWays(witness.url, { connection });
    expect(led.totals.outcomes).toEqual({ response: 20 });
    expect(led.totals.opened).toBe(straight.totals.opened);
    expect((await witness.counts()).byRun[led.runId]).toBe(20);
    // The first answer of a connection is not held twice: a handshake is no answer.
    expect(led.totals.serviceTime.minUs).toBeGreaterThanOrEqual(delayMs * 1000);
    expect(led.totals.serviceTime.p50Us).toBeLessThan(1.8 * delayMs * 1000);
    expect(straight.totals.serviceTime.p50Us).toBeLessThan(0.8 * delayMs * 1000);
  } finally {
    await witness.close();
  }
});

test('gRPC', async () => {
  const server = await startGrpcServer({ reflection: 'v1' });
  try {
    const { led } = await bothWays(`grpc://${server.address}`, {
      target: { grpc: { call: 'test.Echo/Unary', reflection: true, message: { text: 'hello' } } },
      connection: { protocol: 'grpc' },
    } as never);
    expect(led.totals.outcomes).toEqual({ response: 20 });
    expect(led.totals.serviceTime.minUs).toBeGreaterThanOrEqual(delayMs * 1000);
    expect(led.totals.serviceTime.p50Us).toBeLessThan(1.8 * delayMs * 1000);
    expect(server.calls).toHaveLength(40);
  } finally {
    server.close();
  }
});
