import { type OpenLoad, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { describe, expect, test } from 'vitest';
import { openDueTimes } from './open-due-times.ts';

function listDueTimes(load: PlanInput['load'], warmup = '0s', partition = { index: 0, of: 1 }): number[] {
  const plan = planSchema.parse({ version: 1, name: 'paced', target: { url: 'http://127.0.0.1/' }, load, warmup });
  const due = openDueTimes(plan, plan.load as OpenLoad, partition);
  const times: number[] = [];
  for (let time = due.next(); time !== Number.POSITIVE_INFINITY; time = due.next()) times.push(time);
  return times;
}

describe('due times of an open load', () => {
  test('lie k/rate after the start, however long it lasts', () => {
    const times = listDueTimes({ model: 'open', rate: 300, duration: '100s' });
    expect(times).toHaveLength(30_000);
    for (let k = 0; k < times.length; k += 997) expect(times[k]).toBeCloseTo((k / 300) * 1e6, -1);
    expect(times[29_700]).toBe(99_000_000);
  });

  test('follow the area under a ramp', () => {
    const stages = [
      { to: 100, over: '2s' },
      { to: 100, over: '1s' },
    ];
    const times = listDueTimes({ model: 'open', startRate: 0, stages });
    // Area t²·25 up to 2 s: request k is due at √(k/25).
    expect(times).toHaveLength(200);
    expect(times.slice(0, 4)).toEqual([0, 200_000, 282_842, 346_410]);
    expect(times[150]).toBe(2_500_000);
  });

  test('put the warm-up before the load, at its first rate', () => {
    const times = listDueTimes({ model: 'open', rate: 10, duration: '1s' }, '2s');
    expect(times).toEqual(Array.from({ length: 30 }, (_, k) => k * 100_000));
  });

  test('are the same for all partitions together as for the whole, constant and Poisson', () => {
    for (const arrivals of ['constant', 'poisson'] as const) {
      const load = { model: 'open', rate: 97, duration: '3s', arrivals } as const;
      const partitions = [0, 1, 2].flatMap((index) => listDueTimes(load, '1s', { index, of: 3 }));
      expect(partitions.sort((a, b) => a - b)).toEqual(listDueTimes(load, '1s'));
    }
  });

  test('are the same for the same seed with Poisson arrivals, and moved by no warm-up', () => {
    const load = { model: 'open', rate: 50, duration: '4s', arrivals: 'poisson', seed: 7 } as const;
    expect(listDueTimes(load)).toEqual(listDueTimes(load));
    expect(listDueTimes({ ...load, seed: 8 })).not.toEqual(listDueTimes(load));
    const warm = listDueTimes(load, '1s').filter((us) => us >= 1_000_000);
    const cold = listDueTimes(load);
    expect(warm).toHaveLength(cold.length);
    warm.forEach((us, index) => {
      expect(Math.abs(us - 1_000_000 - (cold[index] as number))).toBeLessThanOrEqual(1);
    });
  });

  test('have exponential gaps with Poisson arrivals by a Kolmogorov–Smirnov test', () => {
    const rate = 200;
    for (const seed of [1, 2, 3, 4, 5]) {
      const times = listDueTimes({ model: 'open', rate, duration: '50s', arrivals: 'poisson', seed });
      const gaps = times.map((time, k) => (time - (times[k - 1] ?? 0)) / 1e6).sort((a, b) => a - b);
      const distance = Math.max(
        ...gaps.map((gap, k) => {
          const share = 1 - Math.exp(-rate * gap);
          return Math.max(Math.abs(share - k / gaps.length), Math.abs(share - (k + 1) / gaps.length));
        }),
      );
      // Critical value at α = 0.001.
      expect(distance).toBeLessThan(1.95 / Math.sqrt(gaps.length));
      // The count is Poisson: mean 10 000, standard deviation 100.
      expect(Math.abs(times.length - 10_000)).toBeLessThan(400);
    }
  });
});
