import { loadShape } from '@plimsoll/contracts/load-shape';
import { planSchema } from '@plimsoll/contracts/plan';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ShapeChart } from './shape-chart.tsx';

const shape = loadShape(
  planSchema.parse({ version: 1, name: 'a', target: { url: 'http://127.0.0.1:1/' }, load: { model: 'open', rate: 300, duration: '10s' } }),
);

/** Where each text stands, from the top. */
const texts = (unit?: string) => {
  const html = renderToStaticMarkup(<ShapeChart shape={shape} label="Load" {...(unit === undefined ? {} : { unit })} />);
  return [...html.matchAll(/<text[^>]* y="([\d.]+)"[^>]*>([^<]*)/g)].map(([, y, text]) => ({ y: Number(y), text }));
};

it('names the unit of its axis above the highest figure', () => {
  const [unit, ...figures] = texts('Requests per second');
  expect(unit?.text).toBe('Requests per second');
  const peak = figures.find(({ text }) => text === '300');
  expect((peak?.y ?? 0) - (unit?.y ?? 0)).toBeGreaterThanOrEqual(10);
});

it('draws the line alone as a small picture beside words', () => {
  expect(texts().map(({ text }) => text)).toEqual(['0', '150', '300', '0 s', expect.stringContaining('10')]);
});
