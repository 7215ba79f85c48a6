import { describe, expect, test } from 'vitest';
import { dueApart, type Seat } from './due-apart.ts';

const infinite = Number.POSITIVE_INFINITY;
const endUs = 1_000_000;

function dueTimesOf(times: readonly number[], seat: Seat): number[] {
  const left = [...times];
  const due = dueApart({ next: () => left.shift() ?? infinite }, endUs, seat);
  const apart = times.map(() => due.next());
  expect([due.next(), due.next()]).toEqual([infinite, infinite]);
  return apart;
}

const every = (us: number) => Array.from({ length: endUs / us }, (_, k) => k * us);
const loads = (of: number, times: readonly number[], seed = 1) =>
  Array.from({ length: of }, (_, place) => dueTimesOf(times, { place, of, seed }));

describe('due times of loads that are made together', () => {
  test.each([2, 3])('of %i loads each is due once at a due time, a tenth of a millisecond after the one before', (of) => {
    const times = every(10_000);
    const apart = loads(of, times);
    for (const [k, dueUs] of times.entries())
      expect(apart.map((load) => (load[k] as number) - dueUs).sort((a, b) => a - b)).toEqual(Array.from({ length: of }, (_, n) => 100 * n));
  });

  test('come in an order that is drawn anew by the seed, each load first as often as the others', () => {
    const times = every(500);
    const firsts = (seed: number) => {
      const [first = [], second = []] = loads(2, times, seed);
      return first.map((dueUs, k) => dueUs < (second[k] as number));
    };
    const led = firsts(1);
    // 4.5 standard deviations.
    const near = (share: readonly boolean[]) =>
      Math.abs(share.filter(Boolean).length - share.length / 2) < 4.5 * Math.sqrt(share.length / 4);
    expect([near(led), near(led.slice(1).map((each, k) => each !== led[k]))]).toEqual([true, true]);
    expect(firsts(1)).toEqual(led);
    expect(firsts(2)).not.toEqual(led);
    const places = [0, 1, 2].map((place) => loads(3, times)[place]?.filter((dueUs, k) => dueUs === times[k]).length ?? 0);
    for (const count of places) expect(Math.abs(count - times.length / 3)).toBeLessThan(4.5 * Math.sqrt((times.length * 2) / 9));
  });

  test('share a short time to the next one, rise, and lie before the end', () => {
    const poisson = [0, 30, 31, 31, 500, 999_990];
    const [first = [], second = []] = loads(2, poisson);
    const both = [...first, ...second].sort((a, b) => a - b);
    expect(both).toEqual([0, 15, 30, 30, 31, 31, 31, 131, 500, 600, 999_990, 999_995]);
    for (const load of [first, second]) expect(load).toEqual(load.toSorted((a, b) => a - b));
    expect(
      loads(2, every(200))
        .flat()
        .toSorted((a, b) => a - b),
    ).toEqual(every(100));
  });
});
