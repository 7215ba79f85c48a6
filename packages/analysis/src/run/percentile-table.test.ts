import { emptyHistogram, encode, merge, record } from '@plimsoll/statistics/histogram';
import { expect, it } from 'vitest';
import { percentileTable } from './percentile-table.ts';

it('prints the percentiles of all histograms together, by rising value, against a sorted array', () => {
  const parts = [0, 1].map((half) => {
    const histogram = emptyHistogram();
    for (let us = 1 + half; us <= 1000; us += 2) record(histogram, us);
    return encode(histogram);
  });
  const rows = percentileTable(merge(parts))
    .split('\n')
    .filter((line) => /^\s+\d/.test(line))
    .map((line) => line.trim().split(/\s+/).map(Number));
  const sorted = Array.from({ length: 1000 }, (_, i) => i + 1);
  expect(rows.length).toBeGreaterThan(20);
  for (const [ms = 0, share = 0] of rows) {
    const expected = sorted[Math.max(0, Math.ceil(share * 1000 - 1e-6) - 1)] ?? 0;
    expect(Math.abs(ms * 1000 - expected)).toBeLessThanOrEqual(1);
  }
  expect(rows.at(-1)?.[0]).toBe(1);
  expect(percentileTable(emptyHistogram())).toContain('Total count = 0');
});

it('prints lengths as the counts they are', () => {
  const histogram = emptyHistogram();
  for (const tokens of [8, 16, 64]) record(histogram, tokens);
  const table = percentileTable(histogram, 1);
  expect(table).toContain('#[Max     =       64.000]');
  expect(table).toContain('#[Mean    =       29.333, Total count = 3]');
});
