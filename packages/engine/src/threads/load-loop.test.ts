import { planSchema } from '@plimsoll/contracts/plan';
import { expect, test } from 'vitest';
import { HttpRequestSlot } from '../connection/http-request-slot.ts';
import type { RequestSlot } from '../connection/request-slot.ts';
import type { RequestEvents } from '../connection/transport.ts';
import type { ThreadSample } from '../recording/thread-sample.ts';
import { LoadLoop } from './load-loop.ts';
import { wholeLoad } from './partition.ts';

test('what a closed load counts after its end, while its timer is late, belongs to its last second and is not lost', async () => {
  const clock = { us: 0, nowUs: () => clock.us };
  const samples: ThreadSample[] = [];
  const slots: RequestSlot[] = [];
  let events: RequestEvents | undefined;
  const loop = new LoadLoop({
    plan: planSchema.parse({
      version: 1,
      name: 'held up',
      target: { url: 'http://127.0.0.1/' },
      load: { model: 'closed', connections: 2, duration: '1s' },
    }),
    runId: 'held-up',
    keptBodiesBytes: 0,
    policy: { mode: 'allowlist', allowed: [], ownPorts: [] },
    partition: wholeLoad,
    clock,
    emit: (sample) => samples.push(sample),
    transport: (options) => {
      events = options.events;
      return {
        addConnection: () => {
          slots.push(new HttpRequestSlot());
          return slots.slice(-1);
        },
        begin: (slot) => options.events.sent(slot, clock.us),
        giveUp: () => undefined,
        disconnect: () => undefined,
        close: async () => undefined,
      };
    },
  });
  loop.start();
  // The thread is held up, and wakes when the load has been over for more than a second.
  clock.us = 2_500_000;
  events?.connected(clock.us, { wholeUs: 100, dnsUs: null, tcpUs: 100, tlsUs: null });
  events?.ended(slots[0] as RequestSlot, clock.us, 'response');
  expect((await loop.ended).reason).toBe('duration');
  expect(samples.map(({ second, lengthMs, sent, outcomes }) => ({ second, lengthMs, sent, outcomes }))).toEqual([
    { second: 0, lengthMs: 1000, sent: 2, outcomes: { cut_off: 2 } },
  ]);
});
