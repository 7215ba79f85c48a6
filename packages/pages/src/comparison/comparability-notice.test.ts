import type { Candidate, ComparabilityCode, PlanDifference } from '@plimsoll/contracts/comparison';
import { comparabilitySentence } from '@plimsoll/wording/comparability-sentence';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ComparabilityNotice } from './comparability-notice.ts';

const rate: PlanDifference = { field: 'load.rate', base: '400', candidate: '800', kind: 'plan' };

function notice(comparable: boolean, differences: readonly PlanDifference[], change: Partial<ComparabilityCode> = {}): string {
  const settings = differences.map(({ field }) => field);
  const code = { settings, places: [], placesKnown: true, unlikeTimes: false, isImported: false, ...change };
  const grade = 'not_like_with_like';
  const comparability = { grade, differences, code, sentence: comparabilitySentence(grade, code) };
  return renderToStaticMarkup(
    h(ComparabilityNotice, { candidate: { name: 'B', arm: { comparability } as unknown as Candidate, comparable } }),
  );
}

it('lists what differs, and leaves to the headline that nothing can be compared', () => {
  expect(notice(false, [rate])).toMatch(/<li>.*400.*800/);
  expect(notice(false, [rate])).not.toContain('Not comparable');
  expect(notice(false, [rate], { placesKnown: false })).toContain('<b>The machine that made the load is not known for both.</b>');
  expect(notice(false, [rate], { unlikeTimes: true })).toContain('Times are not compared');
});

it('draws nothing where the headline told all: times that cannot be compared', () => {
  expect(notice(false, [], { unlikeTimes: true })).toBe('');
});

it('says it of an experiment, whose headline is its verdict', () => {
  expect(notice(true, [rate])).toContain('Not comparable');
});
