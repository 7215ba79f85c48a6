import { expect, test, vi } from 'vitest';
import { looseRecorder } from '../../test/support/loose-recorder.ts';
import { looseSlot } from '../../test/support/loose-slot.ts';
import { Pacer } from '../pace/pacer.ts';
import type { RequestSlot } from '../protocol/request-slot.ts';
import { type OpenLimits, OpenScheduler } from './open-scheduler.ts';

/** A scheduler on a clock that is set by hand. `begin` hears of each request; answers come when the test frees the slot. */
function schedule(
  dueUs: number[],
  { connections, queued, active = Number.POSITIVE_INFINITY }: Pick<OpenLimits, 'connections' | 'queued'> & Partial<OpenLimits>,
  begin: (slot: RequestSlot, dueUs: number) => void,
) {
  const clock = { us: 0, nowUs: () => clock.us };
  const dropped = vi.fn();
  const exhausted = vi.fn();
  const addConnection = vi.fn(() => [looseSlot()]);
  const recorder = looseRecorder({ beforeRoll: (boundaryUs) => scheduler.planBefore(boundaryUs) });
  recorder.dropped = dropped;
  const due = { next: () => dueUs.shift() ?? Number.POSITIVE_INFINITY };
  const scheduler = new OpenScheduler(
    due,
    { connections, queued, active },
    {
      clock,
      recorder,
      isWarm: () => false,
      turns: null,
      timeoutUs: 1e6,
      addConnection,
      begin(slot, due) {
        begin(slot, due);
        recorder.at(clock.us);
        return true;
      },
      usedUp: () => false,
      deactivate: () => {},
      pacer: new Pacer({ clock, meter: { spun: () => {}, waited: () => {} }, lane: null, lookUs: 250_000, random: Math.random }),
      exhausted,
    },
  );
  return { scheduler, clock, dropped, exhausted, addConnection };
}

test('a request that falls due while a second ends in the middle of a turn of the loop is sent, even if it is the last', async () => {
  const begun: number[] = [];
  const made = schedule([0, 999_900, 999_950, 999_999], { connections: 10, queued: 10 }, (_slot, due) => {
    begun.push(due);
    // Sending took until the next second: the recorder hears of it and ends the one before.
    if (due === 999_900) made.clock.us = 1_000_001;
  });
  const { scheduler, clock, exhausted } = made;
  clock.us = 999_900;
  scheduler.start();
  await vi.waitFor(() => expect(begun).toEqual([0, 999_900, 999_950, 999_999]));
  expect(scheduler.waiting).toBe(0);
  expect(exhausted).toHaveBeenCalled();
  scheduler.close();
});

const together = (count: number) => Array.from({ length: count }, () => 0);

test('requests that are late together do not open a connection each: one that is free again takes the next', async () => {
  const begun: RequestSlot[] = [];
  const made = schedule(together(10), { connections: 10, queued: 10 }, (slot) => {
    begun.push(slot);
    setImmediate(() => made.scheduler.freed(slot, 0));
  });
  made.scheduler.start();
  await vi.waitFor(() => expect(begun).toHaveLength(10));
  expect(made.addConnection.mock.calls.length).toBeLessThanOrEqual(5);
  expect(made.dropped).not.toHaveBeenCalled();
  made.scheduler.close();
});

test.each([0, 3, 10])(
  'with a queue of %i a target that answers nothing gets all connections there may be, and nothing is dropped before',
  async (queued) => {
    let begun = 0;
    const { scheduler, dropped } = schedule(together(10), { connections: 10, queued }, () => begun++);
    scheduler.start();
    await vi.waitFor(() => expect(begun).toBe(10));
    expect(dropped).not.toHaveBeenCalled();
    expect(scheduler.waiting).toBe(0);
    scheduler.close();
  },
);

test('requests that the end of a warm-up finds late get a connection each while there may be more, and only the rest is dropped', () => {
  const begun: number[] = [];
  const made = schedule([0, 900_000, 950_000, 999_000], { connections: 3, queued: 10 }, (_slot, due) => begun.push(due));
  made.scheduler.start();
  made.scheduler.planBefore(1_000_000);
  made.scheduler.settle(1_000_000);
  expect(begun).toEqual([0, 900_000, 950_000]);
  expect(made.dropped.mock.calls).toEqual([[1]]);
  expect(made.scheduler.waiting).toBe(0);
  made.scheduler.close();
});
