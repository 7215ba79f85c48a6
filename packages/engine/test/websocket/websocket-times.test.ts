/** Times of WebSockets and of their messages, held against the log of a server in a process of its own. */
import type { PlanInput } from '@plimsoll/contracts/plan';
import { startWebSocketWitness, type WebSocketWitness, type WitnessedSocket } from '@plimsoll/testbed/targets/websocket-witness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPlan, watchLoop } from '../support/harness.ts';
import { type SocketInput, socketPlan } from '../support/socket-plan.ts';

/** A busy machine can spoil a time in ways that this thread cannot measure. A wrong engine is wrong each time. */
const spoilt = { retry: 4 };

let servers: readonly WebSocketWitness[] = [];
beforeAll(async () => {
  servers = await Promise.all([startWebSocketWitness(), startWebSocketWitness({ tls: true })]);
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function load(tls: boolean, path: string, socket: SocketInput, model: PlanInput['load']) {
  const server = servers[tls ? 1 : 0] as WebSocketWitness;
  const { totals } = await runPlan(socketPlan(server.url(path), socket, model));
  return { totals, log: await server.log() };
}

const sum = (log: readonly WitnessedSocket[], field: 'sent' | 'pings') => log.reduce((total, socket) => total + socket[field], 0);
const middle = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

test.each([false, true])(
  'round trips and pings are as long as the server took, late messages are counted, and none is lost (TLS: %s)',
  spoilt,
  async (tls) => {
    const socket: SocketInput = { messages: ['ping?'], messageInterval: '10ms', messagesPerConnection: 40, ping: '50ms' };
    const loop = watchLoop();
    const { totals, log } = await load(tls, '/echo?holdMs=20', socket, { model: 'closed', connections: 5, requests: 5 });
    const { commonMs } = loop.end();
    expect([totals.messageRoundTrip.count, totals.messageLateness.count]).toEqual([200, 195]);
    const heldUs = middle(log.flatMap((one) => one.heldUs));
    // From when a message was due: late ones take longer by as much.
    const overUs = (totals.messageRoundTrip.p50Us ?? 0) - (totals.messageLateness.p50Us ?? 0) - heldUs;
    expect(Math.abs(overUs)).toBeLessThan(Math.max(1000, 0.02 * heldUs) + 2000 * commonMs);
    expect(totals.pingRoundTrip.count).toBeGreaterThan(20);
    expect(totals.pingRoundTrip.count).toBeLessThanOrEqual(sum(log, 'pings'));
    expect(totals.pingRoundTrip.p50Us ?? 0).toBeLessThan(1000 + 2000 * commonMs);
  },
);

test.each([false, true])(
  'many that only listen: each gets every message, as long after its publishing as it took (TLS: %s)',
  spoilt,
  async (tls) => {
    const loop = watchLoop();
    const socket: SocketInput = { published: { jsonPath: '$.at' }, closeAfter: '1s' };
    const { totals, log } = await load(tls, '/feed?everyMs=50', socket, { model: 'closed', connections: 30, requests: 30 });
    const { commonMs, worstMs } = loop.end();
    expect([totals.done, log.length, totals.streamEnds]).toEqual([30, 30, { rule: 30 }]);
    expect([totals.messages.received, totals.publishTime.count]).toEqual([sum(log, 'sent'), sum(log, 'sent')]);
    expect(totals.publishTime.p50Us ?? 0).toBeGreaterThan(0);
    // All go out of one turn of the server's loop, one after the other.
    expect(totals.publishTime.p50Us ?? 0).toBeLessThan(8000 + 2000 * commonMs);
    expect(totals.publishTime.p99Us ?? 0).toBeLessThan(30_000 + 2000 * worstMs);
    expect(totals.responseTime.p50Us ?? 0).toBeGreaterThanOrEqual(1_000_000);
  },
);
