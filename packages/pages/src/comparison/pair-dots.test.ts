import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PairDots, type PairedPoint, pairSeconds } from './pair-dots.ts';

const points = (medians: readonly (number | null)[], warmups = 0): PairedPoint[] =>
  medians.map((p50Us, second) => ({ second, warmup: second < warmups, responseTime: { p50Us } }));

it('pairs the same seconds of both arms, and leaves out warm-up and seconds that one does not know', () => {
  const base = points([900, 1000, 2000, null, 1000], 1);
  const candidate = points([9000, 1100, 1900, 1000, 1000], 1);
  const pairs = pairSeconds(base, candidate);
  expect(pairs.map(({ second }) => second)).toEqual([1, 2, 4]);
  expect(pairs.map(({ change }) => Number(change.toFixed(6)))).toEqual([0.1, -0.05, 0]);
});

it('draws a dot a pair around the line of no change, and says how many lie above it', () => {
  const html = renderToStaticMarkup(h(PairDots, { base: points([1000, 1000, 1000]), candidate: points([1100, 950, 1050]), arm: 1 }));
  const dots = /class="dots" d="([^"]+)"/.exec(html)?.[1]?.match(/M[\d.]+ ([\d.]+)h0/g) ?? [];
  const heights = dots.map((dot) => Number(dot.split(' ')[1]?.replace('h0', '')));
  expect(heights.map((at) => Math.sign(75 - at))).toEqual([1, -1, 1]);
  // The farthest lies nearest to the edge, half as much half as far from the middle.
  expect((75 - (heights[2] ?? 0)) / (75 - (heights[0] ?? 0))).toBeCloseTo(0.5, 1);
  expect(html).toContain('2 of 3 lie above no change.');
  expect(html).toContain('+10.0');
  expect(html).toContain('−9.1');
  const far = renderToStaticMarkup(h(PairDots, { base: points([1000, 1000]), candidate: points([9000, 100]), arm: 1 }));
  expect(far.match(/reach">([^<]+)/g)).toEqual(['reach">2\u00a0×', 'reach">−50.0\u00a0%']);
});

it('draws nothing of fewer than two pairs', () => {
  expect(renderToStaticMarkup(h(PairDots, { base: points([1000]), candidate: points([1100]), arm: 1 }))).toBe('');
});
