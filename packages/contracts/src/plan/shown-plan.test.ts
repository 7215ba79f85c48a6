import { expect, test } from 'vitest';
import { shapeOf } from '../api/shape-of.ts';
import { type PlanInput, planSchema } from './plan.ts';
import { readStoredPlan } from './shown-plan.ts';

const sentence = ({ message }: { message: string }) => message;
const load = { model: 'closed', connections: 1, requests: 1 } as const;
const input: PlanInput = { version: 1, name: 'kept', target: { url: 'http://127.0.0.1/', headers: { authorization: 'hush' } }, load };
const plan = planSchema.parse(input);
const standIn = { url: 'http://unreadable.invalid/', method: 'GET' };

test('the shape of a schema gives what the schema gives, and judges nothing', () => {
  const several = {
    ...input,
    target: null,
    requests: [{ name: 'a', url: 'http://127.0.0.1/', extract: { id: '$.id' }, checks: [{ status: [200, 201] }] }],
  };
  for (const written of [input, several]) expect(shapeOf(planSchema).parse(written)).toEqual(planSchema.parse(written));
  const odd = { ...plan, load: { ...load, connections: 0 }, thresholds: ['no threshold'], timeout: 'soon' };
  expect(planSchema.safeParse(odd).success).toBe(false);
  expect(shapeOf(planSchema).parse(odd)).toEqual(odd);
});

test('a kept plan that its version took is shown as it is, with the defaults of what came later', () => {
  const { generators: _, ...older } = plan;
  expect(readStoredPlan(older, sentence)).toEqual(plan);
  const outOfBounds = { ...plan, load: { ...load, connections: 0 } };
  expect(readStoredPlan(outOfBounds, sentence)).toEqual(outOfBounds);
});

test.each<[string, unknown, string[], object]>([
  ['a field of a version to come', { ...plan, later: true }, ['/later'], { name: 'kept', target: plan.target }],
  ['one below', { ...plan, target: { ...plan.target, later: 1 } }, ['/target/later'], { target: plan.target }],
  ['no load', { ...plan, load: null }, ['/load'], { load: { model: 'closed' }, target: plan.target }],
  ['a target that is a text', { ...plan, target: 'http://127.0.0.1/' }, ['/target'], { target: standIn, load }],
  ['headers that are a number', { ...plan, target: { url: 'http://127.0.0.1/', headers: 7 } }, ['/target/headers'], { target: standIn }],
  ['requests that are no list', { ...plan, target: null, requests: {} }, ['/requests'], { target: standIn, requests: null }],
  ['nothing to request', { ...plan, target: null }, ['/target'], { target: standIn, load }],
  ['no plan at all', 'plan', [''], { name: '', target: standIn, load: { model: 'closed' } }],
  ['nothing', null, [''], { name: '', target: standIn }],
])('a part that cannot be read is named, and the rest is shown: %s', (_, stored, fields, rest) => {
  const shown = readStoredPlan(stored, sentence);
  expect(shown.unreadable?.map(({ field }) => field)).toEqual(fields);
  expect(shown).toMatchObject(rest);
  expect(JSON.stringify(shown.unreadable)).not.toContain('hush');
});
