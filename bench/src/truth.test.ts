import { expect, test } from 'vitest';
import { median, parseDuration } from './figures.ts';
import { type TruthLog, trueTimes } from './truth.ts';

/** As a target without any haste of its own would have logged it, for requests read at k/rate, and in the freeze at its end. */
function createLog(rate: number, seconds: number, [fromMs, untilMs]: readonly [number, number]): TruthLog {
  const requests = Array.from({ length: rate * seconds }, (_, k) => {
    const dueMs = (k / rate) * 1000;
    const read = dueMs >= fromMs && dueMs < untilMs ? untilMs : dueMs;
    const answered = read + ((k + 1) % 100 === 0 ? 200 : 5);
    return [read, read < fromMs && answered > fromMs ? Math.max(answered, untilMs) : answered] as const;
  });
  return { requests, frozenMs: [fromMs, untilMs] };
}
const never = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

test('without a freeze the true times are the delays', () => {
  const times = trueTimes({ rate: 100, seconds: 20 }, createLog(100, 20, never), true);
  expect(times.p50Ms).toBeCloseTo(5);
  expect(times.p99Ms).toBeCloseTo(5);
  expect(times.p999Ms).toBeCloseTo(200);
});

test('a freeze of S in a run of D pushes p99 to about S - 0.01·D', () => {
  const { p50Ms, p99Ms, p999Ms } = trueTimes({ rate: 200, seconds: 20 }, createLog(200, 20, [8000, 9000]), true);
  expect(p50Ms).toBeCloseTo(5);
  expect(Math.abs(p99Ms - 805)).toBeLessThan(20);
  expect(p999Ms).toBeGreaterThan(980);
});

test('the time in which the target reads those who waited is part of what they felt', () => {
  const { requests, frozenMs } = createLog(200, 20, [8000, 9000]);
  const slow = requests.map(([read, answered], k) =>
    read === 9000 ? ([read + (k - 1600) / 10, answered + (k - 1600) / 10] as const) : ([read, answered] as const),
  );
  const [quick, burdened] = [requests, slow].map((log) => trueTimes({ rate: 200, seconds: 20 }, { requests: log, frozenMs }, true).p99Ms);
  expect((burdened ?? 0) - (quick ?? 0)).toBeGreaterThan(3);
  expect((burdened ?? 0) - (quick ?? 0)).toBeLessThan(5);
});

test('users come at their rate, whatever a generator that waited for the freeze to end has sent', () => {
  // One connection: nothing is read in the freeze, one request waits it out, and only half of the users are in the log.
  const requests = Array.from({ length: 2000 }, (_, k) => [k * 10, k * 10 + 5] as const).filter(([read]) => read < 8000 || read >= 9000);
  requests[799] = [7998, 9003];
  const { p99Ms } = trueTimes({ rate: 200, seconds: 20 }, { requests, frozenMs: [8000, 9000] }, false);
  expect(Math.abs(p99Ms - 805)).toBeLessThan(20);
});

test('medians leave out what is not known', () => {
  expect([median([3, null, 1, 2]), median([1, 2]), median([null])]).toEqual([2, 1.5, null]);
  expect([parseDuration('1.50ms'), parseDuration('870.00us'), parseDuration('2s'), parseDuration('n/a')]).toEqual([1.5, 0.87, 2000, null]);
});
