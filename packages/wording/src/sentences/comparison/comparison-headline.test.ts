import { type ComparedMetric, comparedMetrics } from '@plimsoll/contracts/compared-metric';
import type { MetricDelta, Verdict } from '@plimsoll/contracts/verdict';
import { expect, it } from 'vitest';
import { comparisonHeadline, messagesHeadline, outdatedBaselineSentence } from './comparison-headline.ts';

const names = ['throughput', 'goodput', 'errorRate', 'droppedShare', 'p50', 'p90', 'p95', 'p99', 'p999'] as const;
type Moved = Partial<Record<(typeof names)[number], readonly [Verdict, number]>>;

/** Nine metrics, each as `rest` unless it moved. */
function metrics(rest: Verdict, moved: Moved = {}): MetricDelta[] {
  return names.map((metric) => {
    const [verdict, deltaRelative] = moved[metric] ?? [rest, 0];
    return { metric, base: 100, candidate: 100, delta: 0, deltaRelative, interval: null, verdict, reason: '', code: null };
  });
}
const said = (all: readonly MetricDelta[], name: string | null = null) => comparisonHeadline(all, name, 0.05).replaceAll('\u00a0', ' ');

it('says which arm is slower or faster, and by how much where it is most', () => {
  const slower = metrics('not_enough_evidence', { p50: ['worse', 0.097] });
  expect(said(slower, 'Keep-alive off')).toBe('Keep-alive off is slower: p50 +9.7 %.');
  expect(said(slower)).toBe('Slower: p50 +9.7 %.');
  const faster = metrics('no_difference', { throughput: ['better', 1.5], p99: ['better', -0.4], p50: ['better', -0.1] });
  expect(said(faster, 'raw')).toBe('raw is faster: throughput 2.50 ×, p99 −40.0 % and p50 −10.0 %.');
});

it('says worse where more than times and rates moved', () => {
  const failing = metrics('no_difference', { errorRate: ['worse', 0.012], p99: ['worse', 9.5] });
  expect(said(failing, 'new')).toBe('new is worse: p99 10.5 × and error rate +1.2 pp.');
});

it('names what is worse before what is better where both are found', () => {
  const mixed = metrics('not_enough_evidence', { p50: ['worse', 0.2], p999: ['better', -0.3] });
  expect(said(mixed, 'query builder')).toBe('query builder: slower at p50, faster at p99.9.');
  expect(said(mixed)).toBe('Slower at p50, faster at p99.9.');
});

it('says no difference only where every metric that was measured is shown to have none', () => {
  expect(said(metrics('no_difference'), 'cached')).toBe('cached: no difference beyond 5 %.');
  const open = metrics('not_enough_evidence', { throughput: ['no_difference', 0], errorRate: ['no_difference', 0] });
  expect(said(open, 'cached')).toBe('Undecided: 7 of 9 metrics need more data.');
  const one = metrics('no_difference', { p99: ['not_enough_evidence', 0.2] });
  expect(said(one)).toBe('Undecided: 1 of 9 metrics needs more data.');
  expect(said([])).toBe('Undecided: the runs have no measured figure in common.');
});

it('counts no metric that was not measured in both, and none that is judged apart', () => {
  const unmeasured = metrics('not_enough_evidence').map((one) => (one.metric === 'p999' ? { ...one, candidate: null } : one));
  const apart = comparedMetrics.find((metric) => metric.startsWith('serviceTime')) as 'serviceTime.p50';
  const judged = [...unmeasured, { ...(unmeasured[0] as MetricDelta), metric: apart, verdict: 'worse' as const }];
  expect(said(judged)).toBe('Undecided: 8 of 8 metrics need more data.');
});

it('says in which parts a baseline is no longer what was run', () => {
  expect(outdatedBaselineSentence(['target.url', 'load.rate'])).toBe(
    'No verdict: requests and load changed since the baseline. Pin a new one.',
  );
});

it('the change of a stream is said once: by its tokens, or by the answer that is its one message', () => {
  const moved = (metric: ComparedMetric, verdict: Verdict = 'worse'): MetricDelta => {
    return { metric, base: 100, candidate: 130, delta: 30, deltaRelative: 0.3, interval: null, verdict, reason: '', code: null };
  };
  const beside = (...all: MetricDelta[]) => messagesHeadline(all)?.replaceAll('\u00a0', ' ') ?? null;
  const [whole, first] = [moved('p50'), moved('firstMessageTime.p50')];
  expect(beside(whole, first)).toBeNull();
  expect(beside(moved('p50', 'not_enough_evidence'), first)).toBe('Streams: worse in p50 time to first message +30.0 %.');
  expect(beside(whole, first, moved('messageGap.p50', 'no_difference'))).toBe('Streams: worse in p50 time to first message +30.0 %.');
  const tokens = [moved('firstTokenTime.p50'), moved('interTokenTime.p50')];
  expect(beside(whole, first, moved('messageGap.p50'), ...tokens)).toBeNull();
  expect(beside(whole, first, moved('messageGap.p90'), ...tokens)).toBe('Streams: worse in p90 message gap +30.0 %.');
});
