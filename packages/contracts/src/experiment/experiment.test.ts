import { expect, test } from 'vitest';
import { createExperimentSchema } from './experiment.ts';

const plan = { version: 1, name: 'x', target: { url: 'http://127.0.0.1/' }, load: { model: 'closed', connections: 1, requests: 1 } };
const open = { ...plan, load: { model: 'open', rate: 10, duration: '5s' } };
const fieldOf = (experiment: unknown) => {
  const parsed = createExperimentSchema.safeParse(experiment);
  return parsed.success ? null : parsed.error.issues[0]?.path[0];
};

test('an A/B experiment takes 2 to 5 variants with names of their own', () => {
  const variants = (...names: string[]) => ({ variants: names.map((name) => ({ name, plan })) });
  expect(fieldOf(variants('on', 'off'))).toBeNull();
  expect(fieldOf(variants('on'))).toBe('variants');
  expect(fieldOf(variants('on', 'on'))).toBe('variants');
  expect(fieldOf(variants('a', 'b', 'c', 'd', 'e', 'f'))).toBe('variants');
});

test('a capacity search needs an open load, thresholds and rates in order', () => {
  const search = { thresholds: ['p(99) < 50ms'], startRate: 10, maxRate: 1000 };
  expect(fieldOf({ kind: 'capacity', variants: [{ name: 'a', plan: open }], search })).toBeNull();
  expect(fieldOf({ kind: 'capacity', variants: [{ name: 'a', plan }], search })).toBe('variants');
  expect(fieldOf({ kind: 'capacity', variants: [{ name: 'a', plan: open }] })).toBe('search');
  expect(fieldOf({ kind: 'capacity', variants: [{ name: 'a', plan: open }], search: { ...search, maxRate: 5 } })).toBe('search');
});

test('a threshold of a search that cannot be read is refused once, at its place', () => {
  const search = { thresholds: ['p(99) < 50ms', 'foo'], startRate: 10, maxRate: 1000 };
  const { error } = createExperimentSchema.safeParse({ kind: 'capacity', variants: [{ name: 'a', plan: open }], search });
  expect(error?.issues.map(({ path }) => path.join('/'))).toEqual(['search/thresholds/1']);
});
