import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Try, triesFigures } from './tries-figures.ts';
import { TriesTable } from './tries-table.ts';

const limits = ['ttft p(95) < 500ms', 'p(99) < 2s', 'error_rate < 1%'];
const under = { rate: 10, thresholds: [], p99Us: null, stamp: null, passed: null, try: null } as unknown as Try;
const values = [320_000, 900_000, 0];
const over = {
  ...under,
  p99Us: 900_000,
  thresholds: limits.map((expression, at) => ({ expression, value: values[at], passed: true })),
} as Try;

test('the tries of a search have the same columns while the first of them runs as once it is over', () => {
  const before = triesFigures([under], limits);
  const after = triesFigures([over, under], limits);
  expect(before.head.slice(3, 5)).toEqual(['ttft p(95)', 'p99']);
  expect(before.head).toEqual(after.head);
  expect(before.rows[0]?.slice(3, 5)).toEqual(['–', '–']);
  expect(after.rows[0]?.slice(3, 5).map((text) => text.replaceAll('\u00a0', ' '))).toEqual(['320 ms', '900 ms']);
});

test('a search that is limited by no time tells p99', () => {
  expect(triesFigures([under], ['error_rate < 1%']).head[3]).toBe('p99');
});

test('a phone has every figure of a try, each with its name', () => {
  const html = renderToStaticMarkup(h(TriesTable<Try>, { tries: [over], limits }));
  expect(html).not.toContain('not-narrow');
  expect([...html.matchAll(/data-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'Try',
    'Planned',
    'Good',
    'ttft p(95)',
    'p99',
    'Error rate',
    'Generator',
  ]);
});

test('most tries were disturbed: that is said once, above the table or before it', () => {
  const disturbed = {
    ...over,
    try: { outcome: 'held', because: null, goodShare: 1, confirming: false, disturbed: 'generator', counts: true },
  };
  const tries = [disturbed, disturbed] as Try[];
  const drawn = (disturbedSaid: boolean) => renderToStaticMarkup(h(TriesTable<Try>, { tries, limits, disturbedSaid }));
  expect(drawn(false).match(/disturbed by the generator/g)).toHaveLength(1);
  expect(drawn(true)).not.toContain('disturbed by the generator');
});
