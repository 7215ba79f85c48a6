import { expect, test } from 'vitest';
import { durationMs, durationSchema } from './duration.ts';

test.each([
  ['500ms', '500ms', 500],
  ['1.5m', '1.5m', 90_000],
  ['1m30s', '90s', 90_000],
  ['1h 5m', '65m', 3_900_000],
  ['2h30m15s', '9015s', 9_015_000],
  ['1s500ms', '1.5s', 1500],
  ['2 min', '2m', 120_000],
  ['10 s', '10s', 10_000],
  ['90 Seconds', '90s', 90_000],
  ['1 hour 30 minutes', '90m', 5_400_000],
  ['1,5 min', '1.5m', 90_000],
  ['1,000ms', '1000ms', 1000],
  ['1 000 ms', '1000ms', 1000],
  ['2 分钟', '2m', 120_000],
  ['1小时30分', '90m', 5_400_000],
])('%s is kept as %s', (written, kept, ms) => {
  expect(durationSchema.parse(written)).toBe(kept);
  expect([durationMs(written), durationMs(kept)]).toEqual([ms, ms]);
});

test.each([
  '30s1m',
  '1m1m',
  '1.5m30s',
  'm30s',
  '1m30',
  '',
  ' ',
  '-1s',
  '10',
  '10 parsecs',
  '2 min!',
  '1 0s',
  '1,0000ms',
  `${'9'.repeat(22)}s`,
])('%j is no duration', (written) => {
  expect(durationSchema.safeParse(written).success).toBe(false);
  expect(() => durationMs(written)).toThrow(RangeError);
});
