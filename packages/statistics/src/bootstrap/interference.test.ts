import { emptySample } from '@plimsoll/contracts/empty-sample';
import type { Turns } from '@plimsoll/contracts/turns';
import { expect, it } from 'vitest';
import { emptyHistogram, encode, record } from '../histogram/histogram.ts';
import { interference } from './interference.ts';

const turns: Turns = { sides: 2, side: 0, blockSeconds: 4, burnInSeconds: 1, warmupSeconds: 0, lengthSeconds: 20, seed: 1, pilot: true };
/** Ten requests a second; the first second of each block, which counts for neither, is slow. */
const samples = (alone: number, atOnce: number) =>
  Array.from({ length: 20 }, (_, second) => {
    const histogram = emptyHistogram();
    const us = [0, 4, 16].includes(second) ? 90_000 : second < 4 || second > 16 ? alone : atOnce;
    for (let k = 0; k < 10; k++) record(histogram, us + 100 * ((second * 7 + k) % 3));
    const sample = emptySample({ second, lengthMs: 1000 });
    return { ...sample, histograms: { ...sample.histograms, serviceTime: encode(histogram) } };
  });

it('tells a load that is slower at once from one that is not, by the seconds after each change', () => {
  const slower = interference(turns, samples(10_000, 12_000), 0.03);
  expect(slower?.disturbed).toBe(true);
  expect(slower?.share).toBeCloseTo(0.2, 1);
  expect(interference(turns, samples(10_000, 10_000), 0.03)).toMatchObject({ disturbed: false });
  // Less than what counts.
  expect(interference(turns, samples(10_000, 12_000), 0.3)?.disturbed).toBe(false);
  expect(interference(turns, [], 0.03)).toBeNull();
});
