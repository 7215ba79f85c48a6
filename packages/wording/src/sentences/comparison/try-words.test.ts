import type { CapacityTry } from '@plimsoll/contracts/experiment';
import { expect, test } from 'vitest';
import { commonDisturbance, hasHeld, tryRemarks } from './try-words.ts';

const tried = (disturbed: CapacityTry['disturbed'], more: Partial<CapacityTry> = {}) => ({
  passed: null,
  try: { outcome: 'held' as const, because: null, goodShare: 1, confirming: false, disturbed, counts: true, ...more },
});

test('a disturbance of most tries is said once, and each other try says how it differs', () => {
  const tries = [
    tried('other_work'),
    tried('other_work', { counts: false }),
    tried('other_work', { confirming: true }),
    tried(null),
    tried('generator'),
  ];
  const common = commonDisturbance(tries);
  expect(common?.sentence).toBe('Most tries were disturbed by other work; the others say otherwise.');
  expect(tries.map((one) => tryRemarks(one, common).join(', '))).toEqual([
    '',
    'repeated',
    'confirming',
    'not disturbed',
    'disturbed by the generator itself',
  ]);
  const all = commonDisturbance(tries.slice(0, 3));
  expect(all).toEqual({ by: 'other_work', sentence: 'All tries were disturbed by other work.' });
});

test('where half of them or fewer were disturbed, or there is only one, each says it of itself', () => {
  for (const tries of [
    [tried('other_work')],
    [tried('other_work'), tried(null)],
    [tried(null), tried(null)],
    [],
    [{ passed: true, try: null }],
  ])
    expect(commonDisturbance(tries)).toBeNull();
  expect(tryRemarks(tried('other_work', { confirming: true }))).toEqual(['disturbed by other work', 'confirming']);
  expect(tryRemarks(tried(null))).toEqual([]);
});

test('a try that is repeated, or that something else than the target limited, tells nothing of the rate', () => {
  expect(hasHeld(tried(null))).toBe(true);
  expect(hasHeld(tried(null, { outcome: 'broke' }))).toBe(false);
  expect(hasHeld(tried('other_work', { counts: false }))).toBeNull();
  expect(hasHeld(tried(null, { outcome: 'limited' }))).toBeNull();
});
