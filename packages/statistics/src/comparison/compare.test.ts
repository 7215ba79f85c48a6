import { type ComparedMetric, decidingOf, rowOfMetric, summaryMetrics } from '@plimsoll/contracts/compared-metric';
import { type ComparisonResult, comparisonResultSchema } from '@plimsoll/contracts/comparison';
import type { RunSource } from '@plimsoll/contracts/run-source';
import { unjudged } from '@plimsoll/contracts/validity';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { sayComparison } from '@plimsoll/wording/say-comparison';
import { describe, expect, it } from 'vitest';
import { makePlan, makeRun, makeSample, type SimulatedLoad, simulatedSamples, simulateSeconds } from '../../test/support/simulated-run.ts';
import { summarise } from '../run/summary.ts';
import { isInterleaved } from './choose-resampling.ts';
import { type ArmRun, compareArms, undecided } from './compare.ts';

const load: SimulatedLoad = { seconds: 120, rate: 60, medianUs: 20_000, spread: 0.4, drift: 0.04, correlation: 0.4 };
const armRun = (id: number, change: Partial<SimulatedLoad> = {}, run: Parameters<typeof makeRun>[1] = {}): ArmRun => {
  const samples = simulatedSamples(simulateSeconds({ ...load, ...change }, id * 7919));
  return { run: makeRun(id, { summary: summarise(samples), ...run }), samples };
};
const metricsOf = ({ candidates }: ComparisonResult) => candidates[0]?.metrics ?? [];
const verdictsOf = (result: ComparisonResult) => Object.fromEntries(metricsOf(result).map(({ metric, verdict }) => [metric, verdict]));
const metricOf = (result: ComparisonResult, metric: ComparedMetric) => metricsOf(result).find((m) => m.metric === metric) as MetricDelta;

it('lets an open throughput decide only where the load of neither is open: else its plan sets it', () => {
  const paced = { plan: makePlan({ load: { model: 'open', rate: 60, duration: '60s' } }) };
  const short = { seconds: 5 };
  const openOf = (of: Parameters<typeof armRun>[2], other = of) =>
    undecided(compareArms({ base: [armRun(1, short, of)], candidates: [[armRun(2, short, other)]], noiseFloor: null }));
  expect(openOf(paced)).toEqual(['errorRate', 'p50', 'p99']);
  expect(openOf({})).toEqual(['throughput', 'errorRate', 'p50', 'p99']);
  expect(openOf(paced, {})).toContain('throughput');
  // What is proven decides: a target that did not keep up has a lower rate.
  const slower = armRun(2, { medianUs: 24_000, rate: 50 }, paced);
  const proven = compareArms({ base: [armRun(1, {}, paced)], candidates: [[slower]], noiseFloor: null });
  expect(decidingOf(metricsOf(proven)).find(({ metric }) => metric === 'throughput')?.verdict).toBe('worse');
});

describe('comparing two runs', () => {
  const base = armRun(1);
  const slower = armRun(2, { medianUs: 24_000, rate: 50 });

  it('calls a 20 % slower target worse, with an interval that holds the truth, and the reverse better', () => {
    const worse = compareArms({ base: [base], candidates: [[slower]], noiseFloor: null });
    expect(verdictsOf(worse)).toMatchObject({ throughput: 'worse', p50: 'worse', p90: 'worse', errorRate: 'no_difference' });
    const { interval, deltaRelative } = metricOf(worse, 'p50');
    expect(interval?.low).toBeLessThan(0.2);
    expect(interval?.high).toBeGreaterThan(0.2);
    expect(deltaRelative).toBeCloseTo((metricOf(worse, 'p50').candidate as number) / (metricOf(worse, 'p50').base as number) - 1, 12);
    expect(worse.sentence).toMatch(/^Slower: p/);
    const better = compareArms({ base: [slower], candidates: [[base]], noiseFloor: null });
    expect(verdictsOf(better)).toMatchObject({ throughput: 'better', p50: 'better' });
    expect(comparisonResultSchema.parse(worse)).toEqual(worse);
  });

  it('shows the figures of the summaries, and the same answer every time', () => {
    const result = compareArms({ base: [base], candidates: [[slower]], noiseFloor: null });
    expect(metricOf(result, 'p99').base).toBe(base.run.summary?.responseTime.p99Us);
    expect(metricOf(result, 'p999').candidate).toBe(slower.run.summary?.responseTime.p999Us);
    expect(metricOf(result, 'throughput').base).toBeCloseTo(base.run.summary?.throughputPerSecond as number, 9);
    expect(compareArms({ base: [base], candidates: [[slower]], noiseFloor: null })).toEqual(result);
  });

  it('calls attempts that nobody answered no throughput', () => {
    const samples = Array.from({ length: 120 }, (_, second) =>
      makeSample(second, { done: 0, failed: 900, outcomes: { connect_refused: 900 }, times: {} }),
    );
    const dead: ArmRun = { run: makeRun(9, { summary: summarise(samples) }), samples };
    const result = compareArms({ base: [base], candidates: [[dead]], noiseFloor: null });
    expect(metricOf(result, 'throughput')).toEqual({
      metric: 'throughput',
      base: metricOf(result, 'goodput').base,
      candidate: null,
      delta: null,
      deltaRelative: null,
      interval: null,
      verdict: 'not_enough_evidence',
      reason: 'Throughput is not compared: nothing answered in one of the arms, and failed attempts are no throughput.',
      code: { kind: 'unanswered' },
    });
    expect(metricOf(result, 'goodput')).toMatchObject({ candidate: 0, deltaRelative: -1, verdict: 'worse' });
    const risen = metricOf(compareArms({ base: [dead], candidates: [[base]], noiseFloor: null }), 'goodput');
    expect(risen).toMatchObject({ base: 0, deltaRelative: null, reason: 'Goodput is 0 in one of the arms: its change has no interval.' });
    expect(metricOf(result, 'p99')).toMatchObject({ candidate: null, reason: 'p99 was measured in one of the arms only.' });
    const neither = compareArms({ base: [dead], candidates: [[dead]], noiseFloor: null });
    expect(metricOf(neither, 'p99')).toMatchObject({ base: null, candidate: null, reason: 'p99 was measured in neither arm.' });
    expect(metricOf(result, 'errorRate')).toMatchObject({ candidate: 1, verdict: 'worse' });
    const mirrored = compareArms({ base: [dead], candidates: [[base]], noiseFloor: null });
    expect(metricOf(mirrored, 'throughput')).toMatchObject({ base: null, deltaRelative: null, verdict: 'not_enough_evidence' });
  });

  it('finds no difference between a run and one that is the same', () => {
    // Seconds alike enough that every interval lies within ±3 %, and requests enough to rule out 0.1 % of errors.
    const steady = armRun(1, { spread: 0.01, drift: 0, correlation: 0 });
    const again = { ...steady, run: makeRun(3, { summary: steady.run.summary }) };
    const result = compareArms({ base: [steady], candidates: [[again]], noiseFloor: null });
    for (const metric of metricsOf(result)) expect(metric).toMatchObject({ verdict: 'no_difference', delta: 0 });
  });

  it('says what differs, and no verdict, of runs that cannot be compared; an experiment chose what differs', () => {
    const plan = makePlan({ target: { url: 'http://127.0.0.1:8932/other' }, timeout: '7s' });
    const other = { ...slower, run: { ...slower.run, plan } };
    const arms = { base: [base], candidates: [[other]], noiseFloor: null };
    const result = compareArms(arms);
    expect(result.candidates[0]?.comparability.grade).toBe('not_like_with_like');
    expect([result.sentence, result.candidates[0]?.sentence]).toEqual(Array(2).fill('Not comparable: requests and timeouts differ.'));
    // The figures and their intervals stay.
    expect(metricOf(result, 'p50').interval).not.toBeNull();
    const [varied] = compareArms({ ...arms, chosen: true }).candidates;
    expect(varied?.sentence).toMatch(/^Slower: p/);
    expect(varied?.comparability).toMatchObject({
      grade: 'differs_in_what_was_varied',
      sentence: expect.stringMatching(/^Varied: the URL and the timeout\./),
    });
    // A version before kept an experiment of several settings with a doubt.
    const before = compareArms({ ...arms, chosen: true });
    const doubted = before.candidates.map((one) => ({
      ...one,
      comparability: { ...one.comparability, grade: 'not_like_with_like' as const },
    }));
    expect(sayComparison({ ...before, candidates: doubted })).toEqual(before);
  });

  it('asks more of a setup whose noise floor is higher, and no longer speaks of these runs only', () => {
    const result = compareArms({ base: [base], candidates: [[slower]], noiseFloor: 0.3 });
    expect(result).toMatchObject({ noiseFloor: 0.3, minimumEffect: 0.3 });
    expect(metricOf(result, 'p50').verdict).toBe('no_difference');
    expect(metricOf(result, 'p50').reason).not.toMatch(/within these runs/);
  });

  it('sees an effect of 27 × in ten seconds whose first are slow, as in a sweep over connections', () => {
    const firstShares = [0.4, 0.6, 0.75, 0.85, 0.95];
    const sweepRun = (id: number, change: Partial<SimulatedLoad>, shares: readonly number[] = []): ArmRun => {
      const seconds = simulateSeconds({ ...load, seconds: 10, medianUs: 6000, correlation: 0.5, ...change }, id);
      const slowed = seconds.map((second, at) => ({ ...second, times: second.times.slice(0, second.times.length * (shares[at] ?? 1)) }));
      return { run: makeRun(id), samples: simulatedSamples(slowed) };
    };
    const one = sweepRun(1, { rate: 172, drift: 0.01 });
    const many = sweepRun(101, { rate: 4696, drift: 0.1 }, firstShares);
    const throughput = metricOf(compareArms({ base: [one], candidates: [[many]], noiseFloor: null }), 'throughput');
    expect(throughput.verdict).toBe('better');
    expect(throughput.interval?.low).toBeGreaterThan(2);
    // A difference that the first seconds could have made is still none that is proved.
    const few = sweepRun(101, { rate: 200, drift: 0.1 }, firstShares);
    expect(metricOf(compareArms({ base: [one], candidates: [[few]], noiseFloor: null }), 'throughput').verdict).toBe('not_enough_evidence');
  });

  it('gives not enough evidence, with the reason, for an invalid arm but still shows the figures', () => {
    const invalid = {
      ...slower,
      run: {
        ...slower.run,
        validity: {
          stamp: 'invalid' as const,
          reasons: [],
          ...unjudged,
          findings: [{ kind: 'legacy' as const, text: 'Only 40 % were sent.' }],
        },
      },
    };
    const result = compareArms({ base: [base], candidates: [[invalid]], noiseFloor: null });
    for (const metric of metricsOf(result))
      expect(metric).toMatchObject({ verdict: 'not_enough_evidence', reason: 'The candidate run is invalid: Only 40 % were sent.' });
    expect(metricOf(result, 'p50').delta).toBeGreaterThan(0);
    expect(result.sentence).toBe('No verdict. The candidate run is invalid: Only 40 % were sent.');
  });

  it('says in its sentence which arm was held back by its own generator or client', () => {
    const limited = {
      ...slower,
      run: { ...slower.run, validity: { stamp: 'degraded' as const, reasons: [], ...unjudged, limit: 'client' as const } },
    };
    const { sentence } = compareArms({ base: [base], candidates: [[limited]], noiseFloor: null });
    expect(sentence).toMatch(/The generator or its HTTP client, not the target, was the limit of the candidate/);
    expect(compareArms({ base: [base], candidates: [[slower]], noiseFloor: null }).sentence).not.toMatch(/HTTP client/);
  });

  it('gives not enough evidence for fewer than ten measured seconds, down to none', () => {
    const short = armRun(4, { seconds: 9 });
    const result = compareArms({ base: [base], candidates: [[short]], noiseFloor: null });
    expect(result.sentence).toBe('No verdict. The candidate run has 9 measured seconds; at least 10 are needed for a verdict.');
    const nothing = compareArms({ base: [base], candidates: [[{ run: makeRun(5), samples: [] }]], noiseFloor: null });
    expect(metricsOf(nothing).every(({ verdict, candidate }) => verdict === 'not_enough_evidence' && candidate === null)).toBe(true);
    expect(comparisonResultSchema.parse(nothing)).toEqual(nothing);
  });

  it('compares a window of seconds as if nothing else had been measured', () => {
    const window = { from: 20, to: 80 };
    const cut = ({ run, samples }: ArmRun): ArmRun => ({
      run: { ...run, summary: null },
      samples: samples.filter(({ second }) => second >= 20 && second < 80),
    });
    const windowed = compareArms({ base: [base], candidates: [[slower]], noiseFloor: null, window });
    const alone = compareArms({ base: [cut(base)], candidates: [[cut(slower)]], noiseFloor: null });
    expect(metricsOf(windowed)).toEqual(metricsOf(alone));
    expect(windowed.base.runs[0]?.summary).toEqual(alone.base.runs[0]?.summary);
    expect(windowed.base.points.map(({ second }) => second)).toEqual(Array.from({ length: 60 }, (_, i) => 20 + i));
  });

  it('judges the error rate by its absolute difference and never calls a few lucky requests a proof', () => {
    const failing = armRun(6, { errorRate: 0.05 });
    const result = compareArms({ base: [base], candidates: [[failing]], noiseFloor: null });
    const { verdict, deltaRelative, delta, interval } = metricOf(result, 'errorRate');
    expect(verdict).toBe('worse');
    expect(deltaRelative).toBe(delta);
    expect(interval?.low).toBeGreaterThan(0.03);
    const few = () => ({ seconds: 12, rate: 4 });
    const tiny = compareArms({ base: [armRun(7, few())], candidates: [[armRun(8, few())]], noiseFloor: null });
    expect(metricOf(tiny, 'errorRate')).toMatchObject({ delta: 0, verdict: 'not_enough_evidence' });
  });

  it('does not take one step of the clock for a change', () => {
    const at = (us: number, id: number): ArmRun => ({
      run: makeRun(id),
      samples: Array.from({ length: 60 }, (_, s) => makeSample(s, { times: { responseTime: Array(10).fill(us) } })),
    });
    expect(verdictsOf(compareArms({ base: [at(20, 1)], candidates: [[at(21, 2)]], noiseFloor: null }))).toMatchObject({
      p50: 'not_enough_evidence',
    });
    expect(verdictsOf(compareArms({ base: [at(20, 1)], candidates: [[at(24, 2)]], noiseFloor: null }))).toMatchObject({ p50: 'worse' });
  });

  it('compares loads that climb second by second, so that the climb itself is no noise', () => {
    const plan = makePlan({ load: { model: 'open', startRate: 10, stages: [{ to: 200, over: '100s' }] } });
    const climb = (id: number, factor: number, length = 100): ArmRun => {
      const samples = Array.from({ length }, (_, s) => {
        const n = 10 + 2 * s;
        const wobble = ((s * 7 + id * 3) % 5) - 2;
        return makeSample(s, {
          done: n,
          outcomes: { response: n },
          times: { responseTime: Array.from({ length: n }, (_, i) => Math.round(factor * (1000 + 40 * s + 5 * wobble + 3 * (i % 30)))) },
        });
      });
      return { run: makeRun(id, { plan }), samples };
    };
    const expected = { throughput: 'no_difference', p50: 'worse', p99: 'worse' };
    expect(verdictsOf(compareArms({ base: [climb(1, 1)], candidates: [[climb(2, 1.1)]], noiseFloor: null }))).toMatchObject(expected);
    const longer = compareArms({ base: [climb(1, 1, 101)], candidates: [[climb(2, 1.1)]], noiseFloor: null });
    expect(verdictsOf(longer)).toMatchObject({ p50: 'worse', p99: 'worse' });
  });

  it('answers the same however the seconds were split into shards and in whatever order they come', () => {
    const split = ({ run, samples }: ArmRun): ArmRun => ({
      run,
      samples: samples
        .flatMap((sample) => {
          const half = Math.floor(sample.done / 2);
          const times = simulatedTimes(sample.second);
          const part = (done: number, from: number) => {
            const own = times.slice(from, from + done);
            const recorded = { responseTime: own, serviceTime: own, timeToFirstByte: own };
            return makeSample(sample.second, { done, outcomes: { response: done }, times: recorded });
          };
          return [part(half, 0), part(sample.done - half, half)];
        })
        .reverse(),
    });
    const seconds = simulateSeconds(load, 77);
    const simulatedTimes = (second: number) => seconds[second]?.times ?? [];
    const whole: ArmRun = { run: makeRun(9), samples: simulatedSamples(seconds) };
    const metrics = metricsOf(compareArms({ base: [base], candidates: [[whole]], noiseFloor: null }));
    expect(metricsOf(compareArms({ base: [base], candidates: [[split(whole)]], noiseFloor: null }))).toEqual(metrics);
  });
});

describe('comparing arms of several runs', () => {
  const noisy = { seconds: 30, rate: 40, runNoise: 0.03 };
  const arm = (from: number, n: number, step: number, change: Partial<SimulatedLoad> = {}) =>
    Array.from({ length: n }, (_, i) => armRun(from + i * step, { ...noisy, ...change }));

  it('speaks beyond these runs, and sees a change larger than the noise between runs', () => {
    const result = compareArms({ base: arm(1, 5, 1), candidates: [arm(20, 5, 1, { medianUs: 26_000 })], noiseFloor: null });
    expect(metricOf(result, 'p50')).toMatchObject({ verdict: 'worse' });
    expect(metricOf(result, 'p50').reason).not.toMatch(/within these runs/);
    expect(result.base.runs).toHaveLength(5);
  });

  it('pairs runs that were taken in turns, so that a drift both arms shared is no noise', () => {
    const drifting = (first: number, factor: number) =>
      Array.from({ length: 5 }, (_, pair) => {
        const swap = pair % 2 === 1 ? 1 - first : first;
        return armRun(2 * pair + swap + 1, { ...noisy, runNoise: 0, medianUs: 20_000 * (1 + 0.3 * pair) * factor });
      });
    const base = drifting(0, 1);
    const candidate = drifting(1, 1.15);
    expect(isInterleaved(base, candidate)).toBe(true);
    expect(verdictsOf(compareArms({ base, candidates: [candidate], noiseFloor: null }))).toMatchObject({ p50: 'worse' });
    const later = candidate.map(({ run, samples }, i) => ({ run: { ...run, startedAt: makeRun(30 + i).startedAt }, samples }));
    expect(isInterleaved(base, later)).toBe(false);
    expect(verdictsOf(compareArms({ base, candidates: [later], noiseFloor: null }))).toMatchObject({ p50: 'not_enough_evidence' });
  });

  it('names the run that makes an arm invalid', () => {
    const candidate = arm(20, 3, 1);
    (candidate[1] as ArmRun).run.validity = { stamp: 'invalid', reasons: [], ...unjudged, findings: [{ kind: 'legacy', text: 'Bad.' }] };
    expect(compareArms({ base: arm(1, 3, 1), candidates: [candidate], noiseFloor: null }).sentence).toBe(
      'No verdict. Run 2 of the candidate is invalid: Bad.',
    );
  });
});

describe('metrics beside response time', () => {
  const seconds = (median: number, seed: number) => simulateSeconds({ ...load, medianUs: median, errorRate: 0.2 }, seed);
  const failing = (id: number, median = 20_000) => ({ run: makeRun(id), samples: simulatedSamples(seconds(median, id)) });
  /** As a version recorded it that timed failed answers among good ones. */
  const mixed = ({ run, samples }: ArmRun): ArmRun => ({
    run,
    samples: samples.map((sample) => ({ ...sample, histograms: { ...sample.histograms, failedTime: new Uint8Array() } })),
  });
  const compared = (base: ArmRun, candidate: ArmRun) => compareArms({ base: [base], candidates: [[candidate]], noiseFloor: 0.01 });

  it('service time and time to first byte are compared as response time is, and take nothing from the main verdicts', () => {
    const result = compared(failing(1), failing(2, 30_000));
    // Nobody told the target's CPU.
    expect(metricsOf(result).map(({ metric }) => metric)).toEqual(summaryMetrics);
    for (const name of ['p50', 'serviceTime.p50', 'timeToFirstByte.p90'] as const)
      expect(metricOf(result, name)).toMatchObject({ verdict: 'worse', interval: { low: expect.any(Number) } });
    expect(result.sentence).not.toMatch(/service|first byte/);
  });

  it('goodput is what was answered well, and the dropped share what was due and never sent', () => {
    const shedding = failing(2);
    const samples = shedding.samples.map((sample) => ({ ...sample, planned: 2 * sample.sent, dropped: sample.sent }));
    const result = compared(failing(1), { ...shedding, samples });
    const done = samples.reduce((sum, sample) => sum + sample.done, 0);
    expect(metricOf(result, 'goodput').candidate).toBeCloseTo(done / samples.length, 9);
    expect(metricOf(result, 'droppedShare')).toMatchObject({ base: 0, candidate: 0.5, delta: 0.5, verdict: 'worse' });
  });

  it('goodput that falls to none is worse, by all but what so many seconds may have missed', () => {
    const steady = (id: number, done: number) => {
      const second = { done, failed: 100 - done, outcomes: { response: 100 }, statuses: { [done > 0 ? '200' : '503']: 100 } };
      return { run: makeRun(id), samples: Array.from({ length: 20 }, (_, at) => makeSample(at, second)) };
    };
    const fallen = metricOf(compared(steady(1, 100), steady(2, 0)), 'goodput');
    expect(fallen).toMatchObject({ base: 100, candidate: 0, delta: -100, deltaRelative: -1, verdict: 'worse', interval: { low: -1 } });
    // Three in 20 s are 0.15 a second of 100.
    expect(fallen.interval?.high).toBeCloseTo(-0.9985, 6);
    expect(fallen.code).toMatchObject({ kind: 'beyond', change: -1 });
    // A base with hardly more than that is no proof.
    const rare = {
      run: makeRun(3),
      samples: steady(3, 0).samples.map((sample, at) => (at % 7 === 0 ? { ...sample, done: 1, failed: 99 } : sample)),
    };
    expect(metricOf(compared(rare, steady(2, 0)), 'goodput').verdict).toBe('not_enough_evidence');
  });

  it('times of failed answers among good ones are not held against times of good ones alone', () => {
    const result = compared(mixed(failing(1)), failing(2, 30_000));
    for (const metric of metricsOf(result).filter(({ metric }) => rowOfMetric(metric).unit === 'us'))
      expect(metric).toMatchObject({
        verdict: 'not_enough_evidence',
        interval: null,
        delta: null,
        reason: expect.stringMatching(/older version/),
      });
    expect(metricOf(result, 'throughput').interval).not.toBeNull();
    expect(result.candidates[0]?.comparability).toMatchObject({ grade: 'not_like_with_like' });
    expect(result.candidates[0]?.comparability.sentence).toMatch(/^Times are not compared: one side comes from an older version/);
    expect(result.sentence).toMatch(/^Not comparable: /);
    // Two of a kind can be compared, and so can what had no failed answer.
    expect(metricOf(compared(mixed(failing(1)), mixed(failing(2, 30_000))), 'p50').verdict).toBe('worse');
    const fine = { run: makeRun(3), samples: simulatedSamples(simulateSeconds({ ...load, medianUs: 20_000 }, 3)) };
    expect(metricOf(compared(mixed(fine), failing(2, 30_000)), 'p50').verdict).toBe('worse');
  });

  it('nor are those of a file of sums, whose figures stand without a change', () => {
    const { run, samples } = mixed(failing(1));
    const source: RunSource = { tool: 'wrk', version: null, file: 'wrk.txt', data: 'summary', percentiles: [], missing: ['connections'] };
    const whole = summarise(samples);
    const summary = { ...whole, responseTime: { ...whole.responseTime, p50Us: 10_000 } };
    const result = compared({ run: { ...run, source, summary }, samples: [] }, failing(2, 30_000));
    expect(metricOf(result, 'p50')).toMatchObject({ base: 10_000, delta: null, deltaRelative: null, code: { kind: 'mixedTimes' } });
    expect(metricOf(result, 'throughput')).toMatchObject({ delta: expect.any(Number), code: { kind: 'sumOnly' } });
  });
});
