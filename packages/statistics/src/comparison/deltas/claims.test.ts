import type { Verdict } from '@plimsoll/contracts/verdict';
import { describe, expect, it } from 'vitest';
import type { Contrast } from '../../bootstrap/contrast.ts';
import { normalQuantile } from '../../bootstrap/normal-tail.ts';
import type { Judged, TogetherOptions } from './judged.ts';
import { metricDeltas } from './verdict.ts';

const none: TogetherOptions = { lookShares: [1], restarted: false, starts: {} };

interface Known {
  readonly metric?: Contrast['metric'];
  readonly relative: number;
  /** Standard error of the logarithm. */
  readonly error: number;
  readonly ofRuns?: readonly number[];
  readonly ofBlocks?: readonly number[];
}

function contrast({ metric = 'p50', relative, error, ofRuns = [], ofBlocks = [] }: Known): Contrast {
  const effect = Math.log1p(relative);
  const reach = (alpha: number) => ({ low: effect - normalQuantile(alpha / 2) * error, high: effect + normalQuantile(alpha / 2) * error });
  const pairs = {
    metric: 'p50' as const,
    blockSeconds: 2,
    effect,
    reach,
    ofRuns,
    ofBlocks: Float64Array.from(ofBlocks),
    blocksOfRuns: [ofBlocks.length / 2, ofBlocks.length / 2],
  };
  return { metric, base: 1000, candidate: 1000 * (1 + relative), effect, spread: new Float64Array(), resolution: 0, pairs };
}

function judge(known: readonly Known[], together: Partial<TogetherOptions> = {}, looks = 1, families = 1) {
  const options = { minimumEffect: 0.03, theseRuns: true, requests: { base: 1e6, candidate: 1e6 }, together: { ...none, ...together } };
  const judged: Judged = { contrasts: known.map(contrast), options, refused: null };
  return metricDeltas([judged], looks, families)[0] ?? [];
}
const first = (known: Known, together: Partial<TogetherOptions> = {}, looks = 1) => judge([known], together, looks)[0];

describe('verdicts on services that ran at once', () => {
  it.each<[string, Known, Verdict, string]>([
    ['excludes zero and reaches beyond δ', { relative: 0.03, error: 0.005 }, 'worse', 'differs'],
    ['excludes zero on the other side', { relative: -0.04, error: 0.005 }, 'better', 'differs'],
    ['lies wholly beyond δ', { relative: 0.2, error: 0.01 }, 'worse', 'differs'],
    ['excludes zero, wholly within δ', { relative: 0.01, error: 0.002 }, 'no_difference', 'smaller'],
    ['holds zero, wholly within δ', { relative: 0.001, error: 0.005 }, 'no_difference', 'alike'],
    ['holds zero and reaches beyond δ', { relative: 0.02, error: 0.01 }, 'not_enough_evidence', 'unclear'],
  ])('where the interval %s', (_, known, verdict, kind) => {
    const found = first(known);
    expect(found).toMatchObject({ verdict, code: { kind, minimumEffect: 0.03 }, claims: { services: { verdict }, builds: null } });
  });

  it('need less where fewer metrics are left to be called: Holm’s steps', () => {
    // At 0.7 % of chance: 2.70 errors alone, 2.83 as the one of two that has two thirds of it.
    const bare = { relative: Math.expm1(0.0275), error: 0.01 };
    const clear = { metric: 'p99' as const, relative: 0.1, error: 0.01 };
    const still = { metric: 'p99' as const, relative: 0, error: 0.01 };
    expect(first(bare)?.verdict).toBe('worse');
    expect(judge([bare, clear])[0]?.verdict).toBe('worse');
    expect(judge([bare, still])[0]?.verdict).toBe('not_enough_evidence');
    // One that does not decide an experiment takes a ninth: 2.74.
    expect(judge([bare, { ...still, metric: 'p95' }])[0]?.verdict).toBe('worse');
  });

  it('need more where another family decides as well: both share the chance', () => {
    // At 0.35 % of chance: 2.92 errors.
    const bare = { relative: Math.expm1(0.0275), error: 0.01 };
    expect(judge([bare], {}, 1, 2)[0]?.verdict).toBe('not_enough_evidence');
    expect(judge([{ ...bare, relative: Math.expm1(0.0293) }], {}, 1, 2)[0]?.verdict).toBe('worse');
  });

  it('need no more for a metric in which nothing happened: no error on either side, no pair with a difference', () => {
    const bare = { relative: Math.expm1(0.0275), error: 0.01 };
    const options = { minimumEffect: 0.03, theseRuns: true, requests: { base: 1e6, candidate: 1e6 }, together: none };
    const beside = (other: Contrast) => metricDeltas([{ contrasts: [contrast(bare), other], options, refused: null }])[0]?.[0]?.verdict;
    const rate = { ...contrast({ metric: 'throughput', relative: 0, error: 0.01, ofBlocks: [0, 0, 0] }) };
    const errors = (share: number) => ({ ...contrast({ metric: 'errorRate', relative: 0, error: 0.01 }), base: share, candidate: share });
    expect(beside(rate)).toBe('worse');
    expect(beside({ ...rate, ...contrast({ metric: 'throughput', relative: 0, error: 0.01, ofBlocks: [0, 0.01, 0] }) })).toBe(
      'not_enough_evidence',
    );
    expect(beside(errors(0))).toBe('worse');
    expect(beside(errors(0.01))).toBe('not_enough_evidence');
  });

  it('need far more at an early look than at the last of five', () => {
    const lookShares = [0.2, 0.4, 0.6, 0.8, 1];
    // The boundaries at 0.7 %, integrated with SciPy: 6.43, 4.47, 3.60, 3.08 and 2.73 errors.
    const known = { relative: Math.expm1(0.032), error: 0.01 };
    expect([1, 2, 3, 4, 5].map((look) => first(known, { lookShares }, look)?.verdict)).toEqual([
      ...Array(3).fill('not_enough_evidence'),
      ...Array(2).fill('worse'),
    ]);
  });

  it('show the plain interval of 95 % beside the figure, and judge by a wider one', () => {
    const found = first({ relative: 0.03, error: 0.005 });
    expect(found?.interval?.low).toBeCloseTo(Math.expm1(Math.log1p(0.03) - 1.96 * 0.005), 4);
    expect(found?.claims?.services.interval?.low).toBeCloseTo(Math.expm1(Math.log1p(0.03) - 2.6968 * 0.005), 4);
  });
});

it('the change is that of the pairs, which the interval is of, where the ratio of all requests is another', () => {
  const options = { minimumEffect: 0.03, theseRuns: true, requests: { base: 1e6, candidate: 1e6 }, together: none };
  const merged = { ...contrast({ relative: 0.066, error: 0.002 }), candidate: 1080 };
  const found = metricDeltas([{ contrasts: [merged], options, refused: null }])[0]?.[0];
  expect(found).toMatchObject({ base: 1000, candidate: 1080, delta: 80 });
  expect(found?.deltaRelative).toBeCloseTo(0.066, 12);
  expect(found?.interval?.high).toBeLessThan(0.08);
});

describe('verdicts on builds', () => {
  it('are wider by what two starts differ by, where that is known of the metric', () => {
    const starts = { p50: { deviation: 0.01, df: 1e6 } };
    const found = judge(
      [
        { relative: 0.03, error: 0.005 },
        { metric: 'p90', relative: 0.03, error: 0.005 },
      ],
      { starts },
    );
    expect(found.map(({ verdict }) => verdict)).toEqual(['worse', 'worse']);
    expect(found[1]?.claims?.builds).toBeNull();
    expect(found[0]?.claims?.builds?.verdict).toBe('not_enough_evidence');
    const low = found[0]?.claims?.builds?.interval?.low ?? 0;
    expect(low).toBeCloseTo(Math.expm1(Math.log1p(0.03) - 2.6968 * Math.hypot(0.005, 0.01 * Math.SQRT2)), 3);
  });

  it('are made of restarts where there were three at least, by Student’s t', () => {
    const ofRuns = [0.05, 0.06, 0.055, 0.045, 0.065];
    const found = first({ relative: 0.05, error: 0.001, ofRuns }, { restarted: true });
    // scipy.stats.t.isf(0.0035, 4) = 5.0964; the standard error of these five is 0.0035355.
    expect(found?.claims?.builds?.interval?.low).toBeCloseTo(Math.expm1(0.055 - 5.0964 * 0.0035355), 4);
    expect(found?.claims?.builds?.verdict).toBe('worse');
    expect(first({ relative: 0.05, error: 0.001, ofRuns: [0.05, 0.06] }, { restarted: true })?.claims?.builds).toBeNull();
  });
});

describe('a service that warms up', () => {
  const known = (ofBlocks: readonly number[]) => ({ relative: 0.05, error: 0.005, ofBlocks });
  const noise = (at: number) => 0.004 * Math.sin(7 * at);

  it('is not called, where the last third of the pairs no longer shows it', () => {
    const fading = Array.from({ length: 60 }, (_, at) => 0.15 * Math.exp(-at / 12) + noise(at));
    const found = first(known(fading));
    expect(found).toMatchObject({
      verdict: 'not_enough_evidence',
      code: { kind: 'warmingUp' },
      claims: { services: { verdict: 'not_enough_evidence' } },
    });
    expect(found?.code?.kind === 'warmingUp' && found.code.early).toBeGreaterThan(0.05);
    expect(found?.code?.kind === 'warmingUp' && found.code.late).toBeLessThan(0.01);
  });

  it('is not seen in starts that differ: the course within each is looked at', () => {
    const two = Array.from({ length: 60 }, (_, at) => (at < 30 ? 0.1 : 0) + noise(at));
    expect(first(known(two))?.code?.kind).toBe('warmingUp');
    expect(first(known(two), { restarted: true })?.code?.kind).toBe('differs');
    const fading = Array.from({ length: 60 }, (_, at) => 0.15 * Math.exp(-(at % 30) / 6) + noise(at));
    expect(first(known(fading), { restarted: true })?.code?.kind).toBe('warmingUp');
  });

  it('is called where the change stays, or grows', () => {
    for (const course of [() => 0.05, (at: number) => 0.09 * Math.exp(-at / 12) + 0.05, (at: number) => at / 600])
      expect(first(known(Array.from({ length: 60 }, (_, at) => course(at) + noise(at))))?.verdict).toBe('worse');
  });
});
