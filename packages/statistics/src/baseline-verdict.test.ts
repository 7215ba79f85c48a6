import { expect, test } from 'vitest';
import { worstVerdict } from './baseline-verdict.ts';

test('one worse headline makes the run worse, whatever else got better', () => {
  expect(worstVerdict(['better', 'better', 'worse', 'not_enough_evidence'])).toBe('worse');
});

test('what is undecided is not called the same, and what is the same is not called better', () => {
  expect(worstVerdict(['no_difference', 'not_enough_evidence', 'better'])).toBe('not_enough_evidence');
  expect(worstVerdict(['no_difference', 'better'])).toBe('no_difference');
  expect(worstVerdict(['better', 'better'])).toBe('better');
  expect(worstVerdict([])).toBe('not_enough_evidence');
});
