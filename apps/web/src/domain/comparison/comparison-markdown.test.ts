import type { Arm, ComparisonResult } from '@plimsoll/contracts/comparison';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { expect, it } from 'vitest';
import { comparisonMarkdown } from './comparison-markdown.ts';

const metric = (change: Partial<MetricDelta>): MetricDelta => ({
  metric: 'p99',
  base: 48_200,
  candidate: 61_000,
  delta: 12_800,
  deltaRelative: 0.2656,
  interval: { low: 0.21, high: 0.334 },
  verdict: 'worse',
  reason: '',
  code: null,
  ...change,
});
const arm = (name: string, stamp: 'valid' | 'degraded', reasons: string[] = []) =>
  ({ runs: [{ id: 'x', name, startedAt: null, validity: { stamp, reasons } }], points: [] }) as unknown as Arm;
const result = {
  base: arm('raw | <b>SQL</b>', 'valid'),
  candidates: [
    {
      ...arm('builder', 'degraded', ['The generator was busy in 3 of 60 seconds.']),
      comparability: {
        grade: 'differs_in_what_was_varied',
        differences: [{ field: 'target.url', kind: 'plan', base: '/raw', candidate: null }],
        sentence: 'The plans differ only in what was varied.',
      },
      metrics: [
        metric({
          metric: 'errorRate',
          base: 0,
          candidate: 0,
          delta: 0,
          deltaRelative: 0,
          interval: { low: 0, high: 0.0002 },
          verdict: 'no_difference',
        }),
        metric({ metric: 'p50', candidate: null, deltaRelative: null, interval: null, verdict: 'not_enough_evidence' }),
        metric({ metric: 'p90', base: null, candidate: null, deltaRelative: null, interval: null, verdict: 'not_enough_evidence' }),
        metric({}),
      ],
      byRequest: [],
      errors: [],
      sentence: 'Worse: p99 +26.6 %.',
    },
  ],
  window: null,
  noiseFloor: 0.03,
  minimumEffect: 0.03,
  sentence: 'Worse: p99 +26.6 %.',
} as unknown as ComparisonResult;

it('holds sentence, arms with validity, comparability, verdicts with intervals, noise floor and link', () => {
  expect(comparisonMarkdown(result, 'https://load.example.org/compare/1').split('\n')).toEqual([
    '**builder is slower: p99 +26.6 %.**',
    '',
    '- Base: raw \\| \\<b\\>SQL\\</b\\> (Valid)',
    '- Candidate: builder (Degraded: The generator was busy in 3 of 60 seconds.)',
    '',
    'The plans differ only in what was varied.',
    '',
    '- URL: /raw → none',
    '',
    '| Metric | raw \\| \\<b\\>SQL\\</b\\> | builder | Change | 95 % interval | Verdict |',
    '|---|---:|---:|---:|---:|---|',
    '| p99 response time | 48.2 ms | 61 ms | +26.6 % | +21.0 % … +33.4 % | Worse |',
    '| p50 response time | 48.2 ms | – | – | no interval | Undecided |',
    '| Error rate | 0 % | 0 % | 0.0 pp | 0.0 pp … +0.02 pp | No difference |',
    '',
    'Changes under 3 % are noise here.',
    '',
    '[Full comparison](https://load.example.org/compare/1)',
  ]);
});

it('writes all times of a table in one unit', () => {
  const [candidate] = result.candidates;
  const metrics = [metric({ metric: 'p50', base: 86, candidate: 597 }), metric({ metric: 'p999', base: 4860, candidate: 44_100 })];
  const text = comparisonMarkdown(
    { ...result, candidates: [{ ...candidate, metrics }] } as unknown as ComparisonResult,
    'https://a.example/',
  );
  const cells = text.split('\n').filter((line) => /^. p\d/.test(line));
  expect(
    cells.map((line) =>
      line
        .split('|')
        .slice(2, 4)
        .map((cell) => cell.trim()),
    ),
  ).toEqual([
    ['0.086 ms', '0.597 ms'],
    ['4.86 ms', '44.1 ms'],
  ]);
});

it('says what each target used, where it is known', () => {
  const used = {
    source: 'node',
    kind: 'process',
    cores: 4,
    cpuMean: 0.5,
    cpuPeak: 0.75,
    memoryPeakBytes: null,
    requestsPerCpuSecond: 120,
    points: [],
  };
  const [candidate] = result.candidates;
  const told = { ...result, candidates: [{ ...candidate, resources: { ...used, cores: null, requestsPerCpuSecond: null } }] };
  const lines = comparisonMarkdown(
    { ...told, base: { ...result.base, resources: used } } as unknown as ComparisonResult,
    'https://a/',
  ).split('\n');
  expect(lines.slice(lines.indexOf('|---|---:|---:|') - 1, -4)).toEqual([
    '| The target’s own resources | raw \\| \\<b\\>SQL\\</b\\> | builder |',
    '|---|---:|---:|',
    '| CPU, mean | 50 % | 50 % |',
    '| CPU, highest second | 75 % | 75 % |',
    '| Cores | 4 | – |',
    '| Requests per CPU-second | 120 | – |',
    '| Source | node | node |',
  ]);
});

it('leaves to the sentence that two cannot be compared: lists what differs, and figures without a verdict', () => {
  const [candidate] = result.candidates;
  const comparability = {
    grade: 'not_like_with_like',
    differences: [{ field: 'load.rate', kind: 'plan', base: '400', candidate: '800' }],
    code: { settings: ['load.rate'], places: [], placesKnown: true, unlikeTimes: false, isImported: false },
    sentence: 'Not comparable: rate differs.',
  };
  const text = comparisonMarkdown(
    {
      ...result,
      candidates: [{ ...candidate, comparability, byRequest: [{ name: 'login', in: 'both', metrics: [metric({})] }] }],
    } as unknown as ComparisonResult,
    'https://a/',
  );
  expect(text.match(/Not comparable.*/g)).toEqual(['Not comparable: different load.**']);
  expect(text).toMatch(/- .*: 400\S* → 800/);
  expect(text.replaceAll('\u00a0', ' ')).toMatch(/^\| p99 response time \| 48\.2 ms \| 61 ms \| \+26\.6 % \| \+21\.0 % … \+33\.4 % \|$/m);
  expect(text).not.toMatch(/verdict|worse|better|undecided|no difference/i);
});
