import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { expect, it } from 'vitest';
import { comparisonToCsv } from './comparison-csv.ts';

type Arms = Parameters<typeof comparisonToCsv>[0];
const metric = (change: Partial<MetricDelta>): MetricDelta => ({
  metric: 'p99',
  base: 1000,
  candidate: 900.5,
  delta: -99.5,
  deltaRelative: -0.0995,
  interval: { low: -0.12, high: -0.08 },
  verdict: 'better',
  reason: 'never in the file',
  code: null,
  ...change,
});
const arm = (...stamps: readonly (string | null)[]) => ({
  runs: stamps.map((stamp, at) => ({ id: `r${at}`, validity: stamp === null ? null : { stamp } })),
});
const candidate = (change: object) => ({
  ...arm('invalid'),
  comparability: { grade: 'same' },
  metrics: [
    metric({}),
    metric({ metric: 'errorRate', base: null, delta: null, deltaRelative: null, interval: null, verdict: 'not_enough_evidence' }),
  ],
  byRequest: [],
  ...change,
});

it('has a row for each candidate, request or region, and metric, with the stamp of each run and nothing that a spreadsheet runs', () => {
  const candidates = [
    candidate({}),
    candidate({
      metrics: [],
      byRequest: [{ name: '-a, "b"', in: 'both', metrics: [metric({ metric: 'throughput' })] }],
      byRegion: [{ name: '-eu', in: 'both', metrics: [metric({ metric: 'p50' })] }],
    }),
  ];
  const compared = { base: arm('valid', 'degraded', null), candidates } as unknown as Pick<
    ComparisonResult,
    'base' | 'candidates'
  > satisfies Arms;
  expect(comparisonToCsv(compared, ['=1+1', 'new']).split('\r\n')).toEqual([
    'Arm,Request,Metric,Unit,Base,Candidate,Difference,RelativeDifference,IntervalLow,IntervalHigh,Verdict,Comparability,BaseRuns,CandidateRuns,Region',
    "'=1+1,,p99,us,1000,900.5,-99.5,-0.0995,-0.12,-0.08,better,same,r0:valid|r1:degraded|r2:,r0:invalid,",
    "'=1+1,,errorRate,share,,900.5,,,,,not_enough_evidence,same,r0:valid|r1:degraded|r2:,r0:invalid,",
    'new,"\'-a, ""b""",throughput,perSecond,1000,900.5,-99.5,-0.0995,-0.12,-0.08,better,same,r0:valid|r1:degraded|r2:,r0:invalid,',
    "new,,p50,us,1000,900.5,-99.5,-0.0995,-0.12,-0.08,better,same,r0:valid|r1:degraded|r2:,r0:invalid,'-eu",
    '',
  ]);
});

it('has no verdict between runs that cannot be compared', () => {
  const judged = (code: object | null) => {
    const compared = { base: arm('valid'), candidates: [candidate({ comparability: { grade: 'not_like_with_like' }, code })] };
    return comparisonToCsv(compared as unknown as Arms, ['new']).split('\r\n')[1];
  };
  expect(judged({ chosen: false })).toBe('new,,p99,us,1000,900.5,-99.5,-0.0995,-0.12,-0.08,,not_like_with_like,r0:valid,r0:invalid,');
  expect(judged({ chosen: true })).toContain(',better,not_like_with_like,');
});
