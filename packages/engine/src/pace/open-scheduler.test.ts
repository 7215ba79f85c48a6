import { expect, test, vi } from 'vitest';
import { ConnectionMeter } from '../connection/connection-meter.ts';
import { HttpRequestSlot } from '../connection/http-request-slot.ts';
import { Recorder } from '../recording/recorder.ts';
import { OpenScheduler } from './open-scheduler.ts';

test('a request that falls due while a second ends in the middle of a turn of the loop is sent, even if it is the last', async () => {
  const dueUs = [0, 999_900, 999_950, 999_999];
  const clock = { us: 0, nowUs: () => clock.us };
  const begun: number[] = [];
  const recorder = new Recorder({
    open: true,
    requestNames: [],
    secondUs: 1_000_000,
    highestUs: 60_000_000,
    warmupUs: 0,
    errorStatuses: 'none',
    meter: new ConnectionMeter(),
    health: { take: () => ({ eventLoopDelayP99Us: 0, eventLoopUtilisation: 0, idleSpinUs: 0, clockDriftMs: 0 }) },
    gauges: () => ({ inFlight: 0, waiting: 0 }),
    beforeRoll: (boundaryUs) => scheduler.planBefore(boundaryUs),
    emit: () => {},
  });
  const exhausted = vi.fn();
  const scheduler = new OpenScheduler({ next: () => dueUs.shift() ?? Number.POSITIVE_INFINITY }, 10, 10, {
    clock,
    recorder,
    warmupUs: 0,
    timeoutUs: 1e6,
    addConnection: () => [new HttpRequestSlot()],
    begin(_slot, due) {
      begun.push(due);
      // Sending took until the next second: the recorder hears of it and ends the one before.
      if (due === 999_900) clock.us = 1_000_001;
      recorder.at(clock.us);
      return true;
    },
    usedUp: () => false,
    deactivate: () => {},
    spun: () => {},
    exhausted,
  });
  clock.us = 999_900;
  scheduler.start();
  await vi.waitFor(() => expect(begun).toEqual([0, 999_900, 999_950, 999_999]));
  expect(scheduler.waiting).toBe(0);
  expect(exhausted).toHaveBeenCalled();
  scheduler.close();
});
