import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { bestSentence, SweepMap } from './sweep-map.ts';

type Props = Parameters<typeof SweepMap>[0];
const map: Props['map'] = { rows: null, columns: { title: 'Connections', setting: 'connections', values: ['4', '8'] }, cells: [[0, 1]] };
const variants = [
  { name: '4 connections', throughput: 172, errorRate: 0, times: [] },
  { name: '8 connections', throughput: 344, errorRate: 0, times: [] },
] as unknown as Props['variants'];

test('the map tells the best of its settings, unless a sentence above does', () => {
  const best = bestSentence(variants, 'throughput');
  const drawn = (said?: string) => renderToStaticMarkup(h(SweepMap, { map, variants, knee: null, ...(said ? { said } : {}) }));
  expect(best).toContain('8 connections');
  expect(drawn()).toContain(best);
  expect(drawn('Another one.')).toContain(best);
  expect(drawn(best)).not.toContain(best);
});

test('the best names every setting that carries as much, the first three of them', () => {
  const best = (...rates: readonly number[]) =>
    bestSentence(
      rates.map((throughput, at) => ({
        name: `${at + 1} connections`,
        throughput,
        errorRate: 0,
        times: [],
      })) as unknown as Props['variants'],
      'throughput',
    );
  expect(best(50, 100, 96, 94).replaceAll('\u00a0', ' ')).toBe('Highest throughput about 100/s at 2 connections and 3 connections.');
  expect(best(50, 100, 94)).toBe('Highest throughput 100/s at 2 connections.');
  expect(best(100, 99, 98, 97, 96)).toBe('Highest throughput about 100/s at 1 connections, 2 connections, 3 connections and 2 more.');
});
