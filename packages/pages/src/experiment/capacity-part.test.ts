import type { Capacity } from '@plimsoll/contracts/experiment';
import type { CapacityFinding } from '@plimsoll/contracts/experiment-remark';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CapacityPart } from './capacity-part.ts';

function shown(rate: number | null, finding: CapacityFinding | null, underWay = false): string {
  const code = finding && { finding, disturbance: null, connections: 1 };
  const capacity: Capacity = { rate, interval: null, confirmed: rate !== null, sentence: '', code, limit: null, disturbed: null };
  return renderToStaticMarkup(h(CapacityPart, { capacity, thresholds: [], underWay }));
}

test('a target that broke at every rate is slower than the lowest; of one that something else held back nothing is said', () => {
  expect(shown(null, { kind: 'brokeAlways', broke: 1.25 })).toContain('Below 1.25/s');
  expect(shown(null, { kind: 'limitedAlways', limit: 'connections' })).toContain('Not found<');
  expect(shown(null, null)).toContain('Not found<');
  expect(shown(null, { kind: 'nothingYet' }, true)).toContain('Not found yet');
});

test('a rate is confirmed or not, none is neither', () => {
  expect(shown(null, { kind: 'brokeAlways', broke: 1.25 }).toLowerCase()).not.toContain('confirmed');
  expect(shown(200, { kind: 'heldToTheTop', held: 200 })).toContain('Confirmed');
});
