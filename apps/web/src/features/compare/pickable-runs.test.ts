import type { RunListItem } from '@plimsoll/contracts/run-list';
import { expect, test } from 'vitest';
import { listPickable, suggestBase } from './pickable-runs.ts';

const runOf = (id: string, minute: number, more: Partial<RunListItem> = {}) =>
  ({
    id,
    number: minute,
    planId: 'p',
    createdAt: `2026-11-24T10:${String(minute).padStart(2, '0')}:00.000Z`,
    plan: {
      name: 'Checkout',
      connection: { client: 'undici', keepAlive: true, protocol: 'http1' },
      load: { model: 'open', rate: 200, duration: '20s' },
    },
    summary: { outcomes: { response: 1 }, throughputPerSecond: 200 },
    tags: {},
    source: null,
    ...more,
  }) as unknown as RunListItem;
const now = Date.parse('2026-11-24T11:00:00.000Z');

test('runs stand in sections, once each, and are found by rate, tag and number', () => {
  const runs = [runOf('a', 1), runOf('b', 2), runOf('b', 2), runOf('c', 3, { planId: null, tags: { release: '2.14' } })];
  const asked = { runs, known: [], value: ['a', 'gone'], taken: ['b'], plan: { id: 'p', baselineRunId: 'a' }, now };
  const { groups, shown } = listPickable(asked);
  expect(groups.map(({ group, items }) => [group, items.map(({ value }) => value)])).toEqual([
    ['Baseline', ['a']],
    ['Same plan', ['b']],
    ['Other', ['gone', 'c']],
  ]);
  expect(groups[1]?.items[0]).toEqual({ value: 'b', label: '#2 Checkout', disabled: true });
  expect(shown.get('b')?.detail).toMatch(/^chosen on another side · 200\/s/);
  expect(shown.get('c')?.searched).toMatch(/#3 checkout.*200\/s.*release: 2\.14/);
});

test('the base is the baseline, else the run before of the same plan, else of the same name; never one without figures', () => {
  const run = runOf('d', 9);
  const others = [runOf('a', 1), runOf('b', 5), runOf('x', 7, { planId: 'q' }), runOf('y', 8, { summary: null }), runOf('e', 10)];
  expect(suggestBase(run, 'a', others)).toBe('a');
  expect(suggestBase(run, null, others)).toBe('b');
  expect(suggestBase(run, 'd', others)).toBe('b');
  expect(suggestBase(runOf('f', 9, { planId: null }), null, others)).toBe('x');
  expect(suggestBase(runOf('a', 1), null, [runOf('b', 5)])).toBeNull();
});
