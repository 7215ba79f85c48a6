import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { expect, it } from 'vitest';
import { comparisonText, toldComparison } from './comparison-told.ts';

const figures = { base: 20_000, candidate: 21_600, delta: 1600, deltaRelative: 0.066, interval: { low: 0.058, high: 0.074 } };
const claimed: MetricDelta = {
  metric: 'p50',
  ...figures,
  verdict: 'worse',
  claims: {
    services: { interval: { low: 0.056, high: 0.076 }, verdict: 'worse' },
    builds: { interval: { low: -0.01, high: 0.14 }, verdict: 'not_enough_evidence' },
  },
  reason: 'because',
  code: null,
};
const undecided: MetricDelta = { ...claimed, metric: 'p95', claims: undefined, verdict: 'not_enough_evidence' };
const arm = { runs: [{ id: 'a', number: 1, name: 'a', validity: null }] };
const resultOf = (metrics: MetricDelta[]) =>
  ({
    base: arm,
    candidates: [{ ...arm, metrics, comparability: { grade: 'same_plan', sentence: '' }, errors: [], sentence: 'Said.' }],
    noiseFloor: null,
    minimumEffect: 0.03,
  }) as unknown as ComparisonResult;

it('tells a claim on services by the interval that its verdict is read from, and the one on builds beside it', () => {
  const [metric] = toldComparison(resultOf([claimed])).candidates[0]?.metrics ?? [];
  expect(metric).toMatchObject({ verdict: 'worse', interval: { low: 0.056, high: 0.076 }, builds: { verdict: 'not_enough_evidence' } });
  const text = comparisonText(resultOf([claimed])).replaceAll('\u00a0', ' ');
  expect(text).toContain('95 % interval +5.6 % … +7.6 %: Worse. Of the builds: 95 % interval −1.0 % … +14.0 %: Undecided.');
});

it('a change without a verdict is told as undecided, though the figures differ', () => {
  const { decided, verdict } = toldComparison(resultOf([undecided])).candidates[0] ?? {};
  expect({ decided, verdict }).toEqual({ decided: false, verdict: 'not_enough_evidence' });
  const text = comparisonText(resultOf([undecided]));
  expect(text).toContain('Undecided: there is not enough evidence');
  expect(text.replace('Say neither better nor worse.', '')).not.toMatch(/worse|better|slower|faster/i);
});

it('says once that two cannot be compared, with no verdict, and the verdict on what an experiment chose', () => {
  const told = (chosen: boolean) => {
    const result = resultOf([claimed]);
    const comparability = { grade: 'not_like_with_like', sentence: 'Not comparable: rate differs.' };
    const compared = { ...result, candidates: result.candidates.map((one) => ({ ...one, comparability, code: { chosen } })) } as never;
    return { text: comparisonText(compared), data: toldComparison(compared).candidates[0] };
  };
  const [unlike, varied] = [told(false), told(true)];
  expect(unlike.text.match(/Not comparable/g)).toHaveLength(1);
  expect(unlike.text).not.toContain('Said.');
  expect(unlike.text.replace('Say neither better nor worse.', '')).not.toMatch(/worse|better/i);
  const open = { verdict: 'not_enough_evidence', builds: { verdict: 'not_enough_evidence' } };
  expect(unlike.data).toMatchObject({ decided: false, metrics: [{ ...open, candidate: 21_600, reason: 'Not comparable: rate differs.' }] });
  expect(varied.text).toContain('Said.');
  expect(varied.text).toContain(': Worse.');
  expect(varied.data).toMatchObject({ decided: true, verdict: 'worse' });
});
