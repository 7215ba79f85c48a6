import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { expect, test, vi } from 'vitest';
import { looseSlot } from '../../test/support/loose-slot.ts';
import { httpProtocol } from '../http/http-protocol.ts';
import { http1Connections } from '../http1/http1-protocol.ts';
import { wholeLoad } from '../pace/partition.ts';
import type { RequestSlot } from '../protocol/request-slot.ts';
import type { RequestEvents } from '../protocol/transport.ts';
import type { ThreadSample } from '../recording/thread-sample.ts';
import { LoadLoop } from './load-loop.ts';
import type { LoopOptions } from './loop-options.ts';

interface HeldLoop {
  readonly loop: LoadLoop;
  readonly clock: { us: number };
  readonly samples: ThreadSample[];
  readonly slots: RequestSlot[];
  events(): RequestEvents;
}

/** A loop whose clock stands until it is set, and whose requests end when the test says so. */
function holdLoop(load: PlanInput['load'], warmup = '0s', lease?: LoopOptions['lease']): HeldLoop {
  const clock = { us: 0, nowUs: () => clock.us };
  const samples: ThreadSample[] = [];
  const slots: RequestSlot[] = [];
  let events: RequestEvents | undefined;
  const loop = new LoadLoop({
    plan: planSchema.parse({ version: 1, name: 'held up', target: { url: 'http://127.0.0.1/' }, load, warmup }),
    runId: 'held-up',
    keptBodiesBytes: 0,
    policy: { mode: 'allowlist', allowed: ['loopback'], ownPorts: [] },
    partition: wholeLoad,
    clock,
    ...(lease && { lease }),
    emit: (sample) => samples.push(sample),
    protocol: {
      ...httpProtocol(http1Connections),
      createTransport(options) {
        events = options.events;
        return {
          addConnection: () => {
            slots.push(looseSlot());
            return slots.slice(-1);
          },
          begin: (slot) => options.events.sent(slot, clock.us),
          giveUp: () => undefined,
          disconnect: () => undefined,
          close: async () => undefined,
        };
      },
    },
  });
  return { loop, clock, samples, slots, events: () => events as RequestEvents };
}

test('a request that a closed load counts after its end, while its timer is late, belongs to its last second and is not lost', async () => {
  const { loop, clock, samples, slots, events } = holdLoop({ model: 'closed', connections: 2, duration: '1s' });
  loop.start();
  // The thread is held up, and wakes when the load has been over for more than a second.
  clock.us = 2_500_000;
  events().connected(clock.us, { wholeUs: 100, dnsUs: null, tcpUs: 100, tlsUs: null });
  events().ended(slots[0] as RequestSlot, clock.us, 'response');
  expect((await loop.ended).reason).toBe('duration');
  expect(samples.map(({ second, lengthMs, sent, outcomes }) => ({ second, lengthMs, sent, outcomes }))).toEqual([
    { second: 0, lengthMs: 1000, sent: 2, outcomes: { cut_off: 2 } },
  ]);
});

test.each([
  ['open', { model: 'open', rate: 10, duration: '1s', maxConnections: 1 }],
  ['closed', { model: 'closed', connections: 1, duration: '1s' }],
] as const)(
  'a request of the %s load that is begun while the end of the warm-up is not noticed yet is counted in one second only',
  async (_, load) => {
    const { loop, clock, samples, slots, events } = holdLoop(load, '1s');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    loop.start();
    const slot = slots[0] as RequestSlot;
    // A request that is due by now waits for the one connection of the open load.
    clock.us = 950_000;
    vi.advanceTimersByTime(200);
    vi.useRealTimers();
    clock.us = 999_900;
    events().ended(slot, clock.us, 'reset');
    // The slot is free one turn later, and by then the warm-up is over.
    clock.us = 1_000_050;
    await new Promise((turn) => setImmediate(turn));
    clock.us = 1_500_000;
    if (slot.active) events().ended(slot, clock.us, 'response');
    loop.stop('stopped', { kind: 'stopped' });
    await loop.ended;
    const ended = ({ outcomes }: ThreadSample) => Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    expect(samples.map(({ warmup }) => warmup)).toEqual([true, false]);
    for (const sample of samples) {
      expect(sample.sent).toBe(ended(sample));
      expect(sample.planned).toBe(sample.sent + sample.dropped);
    }
  },
);

test.each([
  ['open', { model: 'open', rate: 10, duration: '60s', maxConnections: 5 }],
  ['closed', { model: 'closed', connections: 1, duration: '60s' }],
] as const)('an %s load that wakes after the end of its lease sends nothing more, and ends by itself', async (_, load) => {
  const { loop, clock, samples, slots, events } = holdLoop(load, '0s', { isOver: (nowUs) => nowUs > 8_000_000 });
  loop.start();
  expect(slots.filter(({ active }) => active)).toHaveLength(1);
  // Frozen for 20 s: an answer is there, 199 requests are due, and no timer has had its turn.
  clock.us = 20_000_000;
  events().ended(slots[0] as RequestSlot, clock.us, 'response');
  expect(await loop.ended).toMatchObject({ reason: 'control_lost' });
  expect(samples.reduce((sum, { sent }) => sum + sent, 0)).toBe(1);
});
