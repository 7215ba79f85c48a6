import type { Experiment } from '@plimsoll/contracts/experiment';
import { expect, it } from 'vitest';
import { experimentMarkdown } from './experiment-markdown.ts';

const p99 = (candidate: number, verdict: string) => ({
  metric: 'p99',
  base: 10_000,
  candidate,
  delta: candidate - 10_000,
  deltaRelative: candidate / 10_000 - 1,
  interval: { low: candidate / 10_000 - 1.1, high: candidate / 10_000 - 0.9 },
  verdict,
  reason: '',
  code: null,
});
const experiment = {
  kind: 'ab',
  name: 'data | access',
  variants: [{ name: 'raw' }, { name: 'ORM' }, { name: 'cached' }],
  comparisons: [
    { variant: 1, result: { base: { runs: [] }, candidates: [{ runs: [], metrics: [p99(18_000, 'worse')], sentence: '' }] } },
    { variant: 2, result: { base: { runs: [] }, candidates: [{ runs: [], metrics: [p99(5000, 'better')], sentence: '' }] } },
  ],
  runs: [{ variant: 0, state: 'completed', throughputPerSecond: 50, p99Us: 10_000, errorRate: 0 }],
  capacity: null,
  knee: null,
  levels: [],
  remarks: [],
  noiseFloor: null,
  stateReason: '2 runs of each variant.',
} as unknown as Experiment;

it('says in one sentence what several variants came to, then each with its figures and its verdict', () => {
  expect(experimentMarkdown(experiment, 'https://load.example.org/experiments/1').split('\n')).toEqual([
    '**Against raw: ORM slower (p99 +80.0 %), cached faster (p99 −50.0 %).**',
    '',
    'A/B: data \\| access',
    '',
    '2 runs of each variant.',
    '',
    '| Variants | Throughput | p99 | Error rate |',
    '|---|---:|---:|---:|',
    '| raw | 50/s | 10 ms | 0 % |',
    '| ORM | – | 18 ms | – |',
    '| cached | – | 5 ms | – |',
    '',
    '| Against raw | Metric | Change | 95 % interval | Verdict |',
    '|---|---|---|---|---|',
    '| ORM | p99 response time | +80.0 % | +70.0 % … +90.0 % | Worse |',
    '| cached | p99 response time | −50.0 % | −60.0 % … −40.0 % | Better |',
    '',
    '[Whole experiment](https://load.example.org/experiments/1)',
  ]);
});

it('tells streams apart by the medians of what decides between them, not by how long the whole answer takes', () => {
  const metrics = ['p99', 'firstMessageTime.p50', 'firstMessageTime.p95', 'messageGap.p50'].map((metric, at) => ({
    ...p99(10_000 + 1000 * at, 'no_difference'),
    metric,
    ...(at > 0 ? { decides: true } : {}),
  }));
  const compared = (variant: number) => ({ variant, result: { base: { runs: [] }, candidates: [{ runs: [], metrics, sentence: '' }] } });
  const comparisons = [compared(1), compared(2)];
  const lines = experimentMarkdown({ ...experiment, comparisons } as unknown as Experiment, 'https://x').split('\n');
  expect(lines).toContain('| Variants | Throughput | p50 time to first message | p50 message gap | Error rate |');
  expect(lines).toContain('|---|---:|---:|---:|---:|');
  expect(lines).toContain('| raw | 50/s | 10 ms | 10 ms | 0 % |');
  expect(lines).toContain('| ORM | – | 11 ms | 13 ms | – |');
});

it('tells the times that a search of streams asks for, in place of p99 of the whole answer', () => {
  const found = (rate: number, ms: number, passed: boolean) => ({
    ...{ variant: 0, rate, state: 'completed', validity: { stamp: 'valid' }, try: null, passed },
    ...{ throughputPerSecond: rate, goodputPerSecond: rate, p99Us: 900_000, errorRate: 0 },
    thresholds: [
      { expression: 'ttft p(95) < 500ms', value: 1000 * ms, passed },
      { expression: 'error_rate < 1%', value: 0, passed: true },
      { expression: 'itl p(99) < 80ms', value: 20_000, passed: true },
      { expression: 'ttft p(95) > 1ms', value: 1000 * ms, passed: true },
    ],
  });
  const search = (runs: object[]) =>
    experimentMarkdown({ ...experiment, kind: 'capacity', comparisons: [], runs } as Experiment, '').split('\n');
  const lines = search([found(10, 210, true), found(20, 640, false)]);
  expect(lines).toContain('| Try | Planned | Good | ttft p(95) | itl p(99) | Error rate | Generator | Result |');
  expect(lines).toContain('|---|---:|---:|---:|---:|---:|---|---|');
  expect(lines).toContain('| 2 | 20/s | 20/s | 640 ms | 20 ms | 0 % | Valid | did not hold |');
  const plain = { ...found(10, 1, true), thresholds: [{ expression: 'p(99) < 2s', value: 900_000, passed: true }] };
  expect(search([plain])).toContain('| 1 | 10/s | 10/s | 900 ms | 0 % | Valid | held |');
  expect(search([plain])).toContain('| Try | Planned | Good | p99 | Error rate | Generator | Result |');
});

it('tells of tries the times that limit the search, whichever they are, and p99 where it is one or none is', () => {
  const heads = (expressions: readonly string[]) => {
    const thresholds = expressions.map((expression, at) => ({ expression, value: 1000 * (at + 1), passed: true }));
    const one = { ...{ variant: 0, rate: 10, state: 'completed', validity: { stamp: 'valid' }, try: null, passed: true }, thresholds };
    const runs = [{ ...one, throughputPerSecond: 10, goodputPerSecond: 10, p99Us: 900_000, errorRate: 0 }];
    const lines = experimentMarkdown({ ...experiment, kind: 'capacity', comparisons: [], runs } as unknown as Experiment, '').split('\n');
    const at = lines.findIndex((line) => line.startsWith('| Try |'));
    return [lines[at], lines[at + 2]].map((line) => line?.split(' | ').slice(3, -3));
  };
  expect(heads(['p(95) < 2s', 'ttfb_p(50) < 1s', 'p(99){login} < 1s'])).toEqual([
    ['p(95)', 'ttfb\\_p(50)', 'p(99)\\{login\\}'],
    ['1 ms', '2 ms', '3 ms'],
  ]);
  expect(heads(['p(99) < 2s', 'ttft p(95) < 1s'])).toEqual([
    ['p99', 'ttft p(95)'],
    ['900 ms', '2 ms'],
  ]);
  expect(heads(['error_rate < 1%'])).toEqual([['p99'], ['900 ms']]);
});

it('says of each setting of a sweep what held it back', () => {
  const levels = [
    { variant: 0, limit: 'target', disturbed: null },
    { variant: 2, limit: 'client', disturbed: null },
  ];
  const later = { of: 'token', from: 64, before: 32, beforeUs: 300_000, last: 128, lastUs: 2_100_000 };
  const run = { number: 2, of: 3, arm: { number: 2, name: 'ORM', side: false }, rate: null };
  const remarks = [
    { kind: 'runDeleted', run, ending: null },
    { kind: 'sweep', runs: 1, settings: 3 },
    { kind: 'firstLater', later },
  ];
  const lines = experimentMarkdown({ ...experiment, kind: 'sweep', levels, remarks } as Experiment, 'https://x').split('\n');
  expect(lines[0]).toBe('**Highest throughput 50/s at raw.**');
  expect(lines[4]).toMatch(
    /^The first token .*later from 64.*Not limited by the target: cached \(the HTTP client\)\. Run 2 of 3 \(ORM\) was deleted/,
  );
  // Once.
  expect(lines.filter((line) => line.includes('later from 64'))).toHaveLength(1);
  expect(lines).toContain('| Variants | Throughput | p99 | Error rate | Held back by |');
  expect(lines).toContain('| raw | 50/s | 10 ms | 0 % | the target |');
  expect(lines).toContain('| ORM | – | 18 ms | – | – |');
});

it('says at which settings of a sweep nothing was good', () => {
  const run = { state: 'completed', throughputPerSecond: 40, p99Us: null };
  const lead = (...failed: readonly number[]) => {
    const runs = [0, 1, 2].map((variant) => ({ ...run, variant, errorRate: failed.includes(variant) ? 1 : 0 }));
    const swept = { ...experiment, kind: 'sweep', comparisons: [], runs, remarks: [] } as unknown as Experiment;
    return experimentMarkdown(swept, 'https://x').split('\n');
  };
  expect(lead(1, 2)).toEqual(
    expect.arrayContaining(['**Highest throughput 40/s at raw.**', 'All failed at ORM and cached: open a run there to see why.']),
  );
  expect(lead(0, 1, 2)[0]).toBe('**All failed at raw, ORM and cached: open a run there to see why.**');
  expect(lead().join(' ')).not.toContain('All failed');
});

it('tells the claim on the services and that on the builds of variants that ran at once', () => {
  const claims = {
    services: { interval: { low: 0.056, high: 0.076 }, verdict: 'worse' },
    builds: { interval: { low: -0.01, high: 0.14 }, verdict: 'not_enough_evidence' },
  };
  const [first, second] = experiment.comparisons;
  const [candidate] = first?.result.candidates ?? [];
  const metrics = [{ ...p99(10_700, 'worse'), claims }];
  const comparisons = [{ ...first, result: { ...first?.result, candidates: [{ ...candidate, metrics }] } }, second];
  const lines = experimentMarkdown({ ...experiment, comparisons } as unknown as Experiment, 'https://x').split('\n');
  expect(lines).toContain('| Metric | These two running services differ by | These two builds differ by |');
  expect(lines).toContain('| ORM: p99 response time | +5.6 % … +7.6 %, Worse | −1.0 % … +14.0 %, Undecided |');
});

it('says how small a change of what decides it could have seen, of services that ran at once alone', () => {
  const power = { detectable: 0.014, after: 300, needed: null, of: 'firstMessageTime.p50', from: 'itself' };
  const told = (design: string) =>
    experimentMarkdown({ ...experiment, design, power, detect: 0.02, state: 'completed' } as unknown as Experiment, '').replaceAll(
      '\u00a0',
      ' ',
    );
  expect(told('together')).toContain('It could have seen changes of 1.4 % (p50 time to first message) in its 5 min.');
  expect(told('runs')).not.toContain('could have seen');
});
