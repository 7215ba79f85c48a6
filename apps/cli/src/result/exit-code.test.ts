import { type ComparedMetric, headlineMetrics, isMain } from '@plimsoll/contracts/compared-metric';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Capacity } from '@plimsoll/contracts/experiment';
import type { RunState } from '@plimsoll/contracts/run';
import type { Verdict } from '@plimsoll/contracts/verdict';
import { expect, test } from 'vitest';
import { type JudgedRun, judgeCapacity, judgeComparison, judgeRun } from './exit-code.ts';

const summary = { requests: 10, sent: 10, outcomes: { response: 10 }, errorRate: 0 } as unknown as JudgedRun['summary'];
const validity = { stamp: 'valid' } as JudgedRun['validity'];
const fine: JudgedRun = { state: 'completed', ending: null, summary, validity, thresholds: [], baseline: null };
const threshold = (passed: boolean) => ({ expression: 'p(99) < 1ms', value: 1, passed });

test('a run without a sample is never a pass', () => {
  expect(judgeRun(fine, false)).toBe('fine');
  expect(judgeRun({ ...fine, summary: null, validity: null }, false)).toBe('unanswered');
  expect(judgeRun({ ...fine, summary: { ...summary, requests: 0 } as JudgedRun['summary'] }, false)).toBe('unanswered');
  expect(judgeRun({ ...fine, validity: null }, false)).toBe('invalid');
});

test('the state of a run comes before its figures, invalid figures before thresholds', () => {
  const states: Partial<Record<RunState, string>> = {
    worker_lost: 'lost',
    control_lost: 'lost',
    start_failed: 'lost',
    target_refused: 'usage',
    stopped: 'stopped',
    auto_stopped: 'thresholds',
  };
  for (const [state, reason] of Object.entries(states)) expect(judgeRun({ ...fine, state: state as RunState }, false), state).toBe(reason);
  const failed = { ...fine, thresholds: [threshold(true), threshold(false)] };
  expect(judgeRun(failed, false)).toBe('thresholds');
  expect(judgeRun({ ...failed, validity: { stamp: 'invalid' } as JudgedRun['validity'] }, false)).toBe('invalid');
});

test('a metric that is better than the baseline hides none that is undecided from who is strict', () => {
  const against = (verdict: Verdict, p50: Verdict, p99: Verdict) => ({
    ...fine,
    baseline: {
      verdict,
      metrics: [
        { metric: 'p50', verdict: p50 },
        { metric: 'p99', verdict: p99 },
      ],
    } as JudgedRun['baseline'],
  });
  const mixed = against('better', 'better', 'not_enough_evidence');
  expect([judgeRun(mixed, false), judgeRun(mixed, true)]).toEqual(['fine', 'undecided']);
  expect(judgeRun(against('better', 'better', 'no_difference'), true)).toBe('fine');
  expect(judgeRun(against('not_enough_evidence', 'better', 'better'), true)).toBe('undecided');
  expect(judgeRun(against('worse', 'better', 'worse'), true)).toBe('worse');
});

const comparedIn = (metrics: readonly ComparedMetric[], ...verdicts: readonly Verdict[]) =>
  ({
    candidates: [
      {
        code: { refused: null },
        comparability: { grade: 'same' },
        metrics: metrics.map((metric, at) => ({ metric, verdict: verdicts[at] ?? 'no_difference' })),
      },
    ],
  }) as unknown as ComparisonResult;
const compared = (...verdicts: readonly Verdict[]) => comparedIn(headlineMetrics.filter(isMain), ...verdicts);

test('a comparison is as bad as its worst headline metric; undecided fails only where asked to be strict', () => {
  const runs = [fine, fine];
  expect(judgeComparison(compared('better', 'worse'), runs, false)).toBe('worse');
  expect(judgeComparison(compared('better'), runs, true)).toBe('fine');
  expect(judgeComparison(compared('not_enough_evidence'), runs, false)).toBe('fine');
  expect(judgeComparison(compared('not_enough_evidence'), runs, true)).toBe('undecided');
  expect(judgeComparison(null, runs, false)).toBe('invalid');
  expect(judgeComparison(compared('better'), [fine, { ...fine, state: 'worker_lost' }], false)).toBe('lost');
  expect(judgeComparison(compared('better'), [fine, { ...fine, thresholds: [threshold(false)] }], false)).toBe('thresholds');
});

test('what cannot be compared is not worse, and undecided', () => {
  const [candidate] = compared('worse').candidates;
  const result = { candidates: [{ ...candidate, comparability: { grade: 'not_like_with_like' } }] } as unknown as ComparisonResult;
  expect([judgeComparison(result, [fine, fine], false), judgeComparison(result, [fine, fine], true)]).toEqual(['fine', 'undecided']);
});

test('of streams of tokens the times of these decide, and not the time of the whole answer', () => {
  const metrics = ['firstTokenTime.p95', 'p99'] as const;
  expect(judgeComparison(comparedIn(metrics, 'worse', 'better'), [fine, fine], false)).toBe('worse');
  expect(judgeComparison(comparedIn(metrics, 'no_difference', 'worse'), [fine, fine], true)).toBe('fine');
});

test('what decides of a candidate is what its comparison said, and another candidate keeps its own', () => {
  const marked = (metric: ComparedMetric, verdict: Verdict, decides?: true) => ({ metric, verdict, ...(decides && { decides }) });
  const candidate = (...metrics: readonly ReturnType<typeof marked>[]) => ({
    code: { refused: null },
    comparability: { grade: 'same' },
    metrics,
  });
  const judge = (...candidates: readonly ReturnType<typeof candidate>[]) =>
    judgeComparison({ candidates } as unknown as ComparisonResult, [fine, fine], true);
  const byMessages = (verdict: Verdict) =>
    candidate(marked('firstMessageTime.p50', verdict, true), marked('p50', 'not_enough_evidence'), marked('p99', 'worse'));
  expect(judge(byMessages('worse'))).toBe('worse');
  expect(judge(byMessages('no_difference'))).toBe('fine');
  expect(judge(byMessages('no_difference'), candidate(marked('p50', 'worse')))).toBe('worse');
});

test('a search that found nothing is no pass', () => {
  const found = { rate: 100, confirmed: true, limit: null } as Capacity;
  expect(judgeCapacity(found, true)).toBe('fine');
  expect(judgeCapacity(null, false)).toBe('unanswered');
  expect(judgeCapacity({ ...found, rate: null }, false)).toBe('thresholds');
  expect(judgeCapacity({ ...found, rate: null, limit: 'generator' }, false)).toBe('invalid');
  expect(judgeCapacity({ ...found, confirmed: false }, true)).toBe('undecided');
});

test('a run whose every answer failed is no pass, whatever its thresholds say; a candidate that fails beside a base that does not is worse', () => {
  const refused = { ...fine, summary: { ...summary, errorRate: 1 } as JudgedRun['summary'] };
  expect(judgeRun(refused, false)).toBe('unanswered');
  expect(judgeRun({ ...refused, thresholds: [threshold(true)] }, false)).toBe('unanswered');
  expect(judgeRun({ ...refused, state: 'auto_stopped' }, false)).toBe('unanswered');
  expect(judgeRun({ ...refused, state: 'stopped' }, false)).toBe('stopped');
  expect(judgeRun({ ...fine, summary: { ...summary, errorRate: 0.9 } as JudgedRun['summary'] }, false)).toBe('fine');
  expect(judgeComparison(compared('no_difference'), [refused, refused], false)).toBe('unanswered');
  expect(judgeComparison(compared('worse'), [fine, refused], false)).toBe('worse');
});
