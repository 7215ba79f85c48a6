import type { ComparisonResult, PlanDifference } from '@plimsoll/contracts/comparison';
import { planSchema } from '@plimsoll/contracts/plan';
import { maskedSecret as masked } from '@plimsoll/contracts/problem';
import { expect, it } from 'vitest';
import { sharedResult } from './share-content.ts';
import { buildRedaction } from './share-redaction.ts';

const load = { model: 'closed', connections: 1, duration: '10s' };
const plan = planSchema.parse({ version: 1, name: 'shop', target: { url: 'http://shop.example/' }, load });

function shared(...differences: readonly PlanDifference[]): readonly PlanDifference[] {
  const arm = { runs: [], points: [], curve: { responseTime: [], serviceTime: [] } };
  const candidate = {
    ...arm,
    metrics: [],
    errors: [],
    byRequest: [],
    comparability: { grade: 'same', differences, sentence: '', code: null },
  };
  const result = { base: arm, candidates: [candidate], noiseFloor: null } as unknown as ComparisonResult;
  return sharedResult(result, buildRedaction([plan], [])).candidates[0]?.comparability.differences ?? [];
}

it('tells that a body is there or not, and nothing of it', () => {
  const codes = { base: { kind: 'text', characters: 13, mark: 'f6805d9b447672a5' }, candidate: { kind: 'none' } } as const;
  const body = { field: 'target.body', kind: 'plan', base: '13 characters, #f6805d9b447672a5', candidate: 'none', codes } as const;
  expect(shared(body)).toEqual([{ field: 'target.body', kind: 'plan', base: masked, candidate: null }]);
  const url = { field: 'target.url', kind: 'plan', base: 'http://shop.example/a?b=1', candidate: 'http://shop.example/c' } as const;
  expect(shared(url)).toEqual([{ ...url, base: `http://shop.example/a?b=${masked}` }]);
});

it('keeps the length of a load that was stopped, for the language of who reads it', () => {
  const codes = { base: null, candidate: { kind: 'cutShort', ms: 10_000, plannedMs: 60_000 } } as const;
  const length = { field: 'load.duration', kind: 'plan', base: '20s', candidate: '10 s of 1 min planned', codes } as const;
  expect(shared(length)).toEqual([length]);
});
