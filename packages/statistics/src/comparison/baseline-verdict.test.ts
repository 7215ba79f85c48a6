import type { Comparability, ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Verdict } from '@plimsoll/contracts/verdict';
import { expect, test } from 'vitest';
import { baselineVerdict } from './baseline-verdict.ts';

const alike: Comparability = { grade: 'same', differences: [], sentence: 'Like with like.', code: null };
function result(verdicts: Record<string, Verdict>, comparability = alike): ComparisonResult {
  const metrics = Object.entries(verdicts).map(([metric, verdict]) => ({ metric, verdict, deltaRelative: 0.2 }));
  const candidate = { runs: [], comparability, metrics, sentence: '' };
  return { base: { runs: [] }, candidates: [candidate], minimumEffect: 0.03 } as unknown as ComparisonResult;
}

test('one worse headline makes the run worse, whatever else got better', () => {
  expect(baselineVerdict('b', result({ throughput: 'better', p50: 'better', p99: 'worse', errorRate: 'no_difference' }))).toMatchObject({
    verdict: 'worse',
    sentence: 'Slower at p99, faster at throughput and p50.',
  });
});

test('an undecided metric is not called the same', () => {
  const verdict = (verdicts: Record<string, Verdict>) => baselineVerdict('b', result(verdicts)).verdict;
  expect(verdict({ throughput: 'no_difference', p50: 'not_enough_evidence' })).toBe('not_enough_evidence');
  expect(verdict({ throughput: 'no_difference', p50: 'no_difference' })).toBe('no_difference');
  expect(verdict({})).toBe('not_enough_evidence');
});

test('the verdict is that of the sentence: better where a metric is, though others are the same or undecided', () => {
  expect(baselineVerdict('b', result({ throughput: 'no_difference', p50: 'better', p99: 'not_enough_evidence' }))).toMatchObject({
    verdict: 'better',
    sentence: expect.stringMatching(/^Faster: p50/),
  });
});

test('a metric outside the headline decides nothing', () => {
  expect(baselineVerdict('b', result({ throughput: 'no_difference', p999: 'worse', p90: 'worse' })).verdict).toBe('no_difference');
});

test('a plan that was edited since, or another machine, is no regression; another URL may be one', () => {
  const differing = (field: string, kind: 'plan' | 'environment', grade: Comparability['grade']) =>
    baselineVerdict(
      'b',
      result({ p99: 'worse' }, { grade, sentence: 'It differs.', code: null, differences: [{ field, base: '1', candidate: '2', kind }] }),
    );
  expect(differing('load.connections', 'plan', 'differs_in_what_was_varied')).toMatchObject({
    verdict: 'not_enough_evidence',
    sentence: 'No verdict: load changed since the baseline. Pin a new one.',
  });
  expect(differing('environment.cpuModel', 'environment', 'not_like_with_like').verdict).toBe('not_enough_evidence');
  for (const url of ['target.url', 'requests[a / cart].url'])
    expect(differing(url, 'plan', 'differs_in_what_was_varied').verdict).toBe('worse');
  expect(differing('requests[login].body', 'plan', 'differs_in_what_was_varied').verdict).toBe('not_enough_evidence');
  expect(differing('environment.worker', 'environment', 'same').verdict).toBe('worse');
});
