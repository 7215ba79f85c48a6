import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ClosingInterval } from './closing-interval.ts';

const points = [
  { second: 20, middle: 0.05, low: -0.1, high: 0.2 },
  { second: 60, middle: 0.03, low: 0.01, high: 0.05 },
];
const draw = (some = points) => renderToStaticMarkup(h(ClosingInterval, { points: some, detect: 0.03, plannedSeconds: 120, arm: 1 }));

it('draws each interval where its time and its ends are, the first ones cut off at the edge', () => {
  const path = /class="held" d="([^"]+)"/.exec(draw())?.[1] ?? '';
  const places = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  // It reaches ±7.5 %, 2.5 times the change to be found: 150 px high, so 1 % are 10 px from the middle, and 5 % are 50.
  expect(places).toEqual([
    [166.7, 0],
    [500, 25],
    [500, 65],
    [166.7, 150],
  ]);
  expect(draw()).toContain('class="least" d="M0 60H1000M0 90H1000"');
});

it('says the interval of now, and that nobody stops by it', () => {
  expect(draw()).toContain('After 1:00 of load: +1.0\u00a0% to +5.0\u00a0%.');
  expect(draw()).toContain('Nobody stops by it');
});

it('names the median that it is of', () => {
  expect(draw()).toContain('The change of p50, closing in');
  const ofStreams = { points, detect: 0.03, plannedSeconds: 120, arm: 1, of: 'firstTokenTime.p50' } as const;
  expect(renderToStaticMarkup(h(ClosingInterval, ofStreams))).toContain('The change of p50 TTFT, closing in');
});

it('draws nothing before there is an interval', () => {
  expect(draw([])).toBe('');
});
