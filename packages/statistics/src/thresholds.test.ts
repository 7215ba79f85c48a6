import { describe, expect, it } from 'vitest';
import { sampleOf } from '../test/support/simulated-run.ts';
import { evaluateThresholds } from './thresholds.ts';

const samples = [
  sampleOf(0, { warmup: true, times: { responseTime: [9_000_000] } }),
  sampleOf(1, {
    done: 98,
    failed: 2,
    outcomes: { response: 98, reset: 2 },
    dropped: 3,
    times: {
      responseTime: [...Array(98).fill(1000), 2000, 2000],
      serviceTime: Array(98).fill(900),
      timeToFirstByte: [500],
      sendLateness: [20],
    },
  }),
  sampleOf(2, { lengthMs: 500, done: 50, outcomes: { response: 50 }, times: { responseTime: Array(50).fill(1000) } }),
];

describe('thresholds', () => {
  it('evaluates every metric over the measured seconds', () => {
    const results = evaluateThresholds(
      [
        'p(50) < 2ms',
        'p(99) < 1500us',
        'max <= 2ms',
        'mean < 1100us',
        'service_p(95) < 1ms',
        'ttfb_p(99) < 1ms',
        'lateness_p(99) < 1ms',
        'error_rate < 1%',
        'error_rate < 2%',
        'throughput > 99',
        'throughput > 100',
        'dropped <= 3',
        'dropped < 3',
      ],
      samples,
    );
    expect(results.map(({ passed }) => passed)).toEqual([true, false, true, true, true, true, true, false, true, true, false, true, false]);
    expect(results[0]?.value).toBe(1000);
    expect(results[1]?.value).toBe(2000);
    expect(results[7]?.value).toBeCloseTo(2 / 150, 12);
    expect(results[9]?.value).toBeCloseTo(100, 9);
  });

  it('does not pass what was not measured or cannot be known', () => {
    const unknown = { value: null, passed: false };
    expect(evaluateThresholds(['p(99) < 1s', 'error_rate < 1%', 'throughput > 0'], [samples[0] as never])).toMatchObject([
      unknown,
      unknown,
      unknown,
    ]);
    expect(evaluateThresholds(['p(99){login} < 1s', 'nonsense'], samples)).toMatchObject([unknown, unknown]);
  });
});
