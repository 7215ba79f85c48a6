import { sayMetric } from '@plimsoll/wording/metric-reason';
import { describe, expect, it } from 'vitest';
import { makeRun, simulatedSamples, simulateSeconds } from '../../../test/support/simulated-run.ts';
import type { Contrast } from '../../bootstrap/contrast.ts';
import { compareArms, undecided } from '../compare.ts';
import { metricDeltas } from './verdict.ts';

const options = { minimumEffect: 0.03, theseRuns: false, requests: { base: 1e6, candidate: 1e6 } };
const contrast = (metric: Contrast['metric'], relative: number, spread: number): Contrast => {
  const effect = metric === 'errorRate' ? relative : Math.log1p(relative);
  const base = metric === 'errorRate' ? 0.1 : 1000;
  return {
    metric,
    base,
    candidate: metric === 'errorRate' ? base + relative : base * (1 + relative),
    effect,
    // Evenly spread: 95 % of it lies within ±0.95 · spread.
    spread: Float64Array.from({ length: 1001 }, (_, i) => effect + spread * ((i - 500) / 500)),
    resolution: 0,
  };
};
const verdictOf = (c: Contrast, change = {}) =>
  metricDeltas([{ contrasts: [c], options: { ...options, ...change }, refused: null }])[0]?.[0]?.verdict;

describe('verdicts', () => {
  it('follows the interval: beyond δ, within ±δ, or across it', () => {
    expect(verdictOf(contrast('p99', 0.1, 0.05))).toBe('worse');
    expect(verdictOf(contrast('p99', -0.1, 0.05))).toBe('better');
    expect(verdictOf(contrast('throughput', 0.1, 0.05))).toBe('better');
    expect(verdictOf(contrast('throughput', -0.1, 0.05))).toBe('worse');
    expect(verdictOf(contrast('p99', 0.005, 0.02))).toBe('no_difference');
    expect(verdictOf(contrast('p99', 0.05, 0.05))).toBe('not_enough_evidence');
    expect(verdictOf(contrast('errorRate', 0.01, 0.005))).toBe('worse');
    expect(verdictOf(contrast('errorRate', 0.0002, 0.0003))).toBe('no_difference');
  });

  it('needs a change beyond the noise floor of its own metric', () => {
    expect(verdictOf(contrast('p99', 0.1, 0.05), { minimumEffect: 0.2 })).toBe('no_difference');
    expect(verdictOf(contrast('p99', 0.1, 0.05), { minimumEffect: 0.2, minimumEffects: { p99: 0.03 } })).toBe('worse');
  });

  it('gives no verdict on what barely clears the limit among many metrics or many looks', () => {
    // 97.6 % of the spread lies beyond δ: enough alone, not among seven.
    const bare = contrast('p99', Math.expm1(Math.log1p(0.03) + 0.0477), 0.05);
    expect(verdictOf(bare)).toBe('worse');
    const others = (['throughput', 'p50', 'p90', 'p95', 'p999'] as const).map((metric) => contrast(metric, 0, 0.01));
    const among = metricDeltas([{ contrasts: [bare, ...others], options, refused: null }])[0]?.[0];
    expect(among).toMatchObject({ verdict: 'not_enough_evidence', code: { kind: 'maybeChance' } });
    expect(among && sayMetric(among, null).reason).toMatch(/may be chance/);
    expect(metricDeltas([{ contrasts: [bare], options, refused: null }], 5)[0]?.[0]?.verdict).toBe('not_enough_evidence');
  });
});

describe('several candidates', () => {
  const armRun = (id: number, medianUs: number) => {
    const samples = simulatedSamples(simulateSeconds({ seconds: 60, rate: 60, medianUs, spread: 0.1, drift: 0, correlation: 0 }, id * 31));
    return { run: makeRun(id), samples };
  };

  it('compares each arm with the same base in the order given', () => {
    const base = [armRun(1, 20_000)];
    const others = [[armRun(2, 20_000)], [armRun(3, 30_000)], [armRun(4, 14_000)]];
    const { candidates, sentence } = compareArms({ base, candidates: others, noiseFloor: null });
    expect(candidates.map(({ metrics }) => metrics.find(({ metric }) => metric === 'p50')?.verdict)).toEqual([
      'no_difference',
      'worse',
      'better',
    ]);
    expect(undecided({ candidates })).not.toContain('p50');
    expect(sentence).toMatch(
      /^Against A · checkout: B · checkout no difference, C · checkout slower \(.+\), D · checkout faster \(.+\)\.$/,
    );
  });

  it('is undecided while one of the arms is', () => {
    const short = { ...armRun(5, 20_000), samples: armRun(5, 20_000).samples.slice(0, 5) };
    const { candidates } = compareArms({ base: [armRun(1, 20_000)], candidates: [[armRun(3, 30_000)], [short]], noiseFloor: null });
    expect(undecided({ candidates })).toEqual(expect.arrayContaining(['p50', 'p99']));
    expect(undecided({ candidates: candidates.slice(0, 1) })).not.toContain('p50');
  });

  it('refuses an arm without runs', () => {
    expect(() => compareArms({ base: [armRun(1, 20_000)], candidates: [[]], noiseFloor: null })).toThrow(RangeError);
  });
});
