import { planSchema } from '@plimsoll/contracts/plan';
import { findingSentence } from '@plimsoll/wording/story-sentence';
import { expect, test } from 'vitest';
import { findSaturatedResources } from './resource-saturated.ts';
import { buildContext, type ResourceSecond } from './story-context.ts';

const plan = planSchema.parse({
  version: 1,
  name: 'a',
  target: { url: 'http://127.0.0.1/' },
  load: { model: 'open', rate: 10, duration: '10s' },
});
function found(values: Record<string, number>, machine: Omit<ResourceSecond, 'second' | 'values'>) {
  const resources = Array.from({ length: 10 }, (_, second) => ({ second, values: second < 4 ? { cpu: 0.1 } : values, ...machine }));
  return findSaturatedResources(buildContext({ plan, seconds: [], limits: [], resources })).map(({ second, figures }) => [second, figures]);
}

test('one thread at 100 % of one core is found where other cores are free', () => {
  expect(found({ cpu: 0.5, busiestThread: 0.97, waitedForCore: 0.01 }, { cores: 2 })).toEqual([
    [4, { resource: 'core', share: expect.closeTo(0.98) as number }],
  ]);
  expect(found({ cpu: 0.5, busiestThread: 0.6, waitedForCore: 0.4 }, { cores: 2 })).toHaveLength(1);
  expect(found({ cpu: 0.9, busiestThread: 0.5, waitedForCore: 0 }, { cores: 2 })).toEqual([]);
  expect(found({ cpu: 0.5, busiestThread: 0.1, waitedForCore: 0.9 }, { cores: 2 })).toEqual([]);
});

test('where all cores are busy the processor is full, not one core', () => {
  expect(found({ cpu: 0.99, busiestThread: 0.98 }, { cores: 2 })).toEqual([[4, { resource: 'cpu', share: 0.99 }]]);
  expect(found({ cpu: 0.9, busiestThread: 0.98 }, { cores: 1 })).toEqual([]);
});

test('a quota that is used up is found, whatever share of all cores it is', () => {
  expect(found({ cpu: 0.25, busiestThread: 0.5 }, { cores: 2, quotaCores: 0.5 })).toEqual([[4, { resource: 'quota', share: 1 }]]);
});

test('the sentence says what would help', () => {
  const figures = { resource: 'core', share: 0.98 };
  expect(findingSentence({ kind: 'resource_saturated', second: 4, figures })).toContain('more workers, or a cluster');
});
