import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import type { MetricDelta, Verdict } from '@plimsoll/contracts/verdict';
import { expect, it } from 'vitest';
import { armsSentence, distinctNames, incomparableSentence, noiseSentence, overallVerdict } from './arm-words.ts';

const delta = (metric: ComparedMetric, verdict: Verdict, deltaRelative: number): MetricDelta => ({
  metric,
  base: 1,
  candidate: 1 + deltaRelative,
  delta: deltaRelative,
  deltaRelative,
  interval: null,
  verdict,
  reason: '',
  code: null,
});

it('arms of the same name get letters', () => {
  expect(distinctNames(['x', 'y'])).toEqual(['x', 'y']);
  expect(distinctNames(['x', 'x', 'y'])).toEqual(['A · x', 'B · x', 'C · y']);
});

it('several arms are told in one sentence, each by the worst of what decides', () => {
  const slow = [delta('throughput', 'no_difference', 0), delta('p99', 'worse', 0.802), delta('p50', 'better', -0.9)];
  // p99.9 decides nothing.
  const even = [delta('throughput', 'no_difference', 0.01), delta('p999', 'worse', 4)];
  expect(
    armsSentence('raw', [
      { name: 'ORM', metrics: slow, comparable: true },
      { name: 'cached', metrics: even, comparable: true },
      { name: 'new', metrics: [], comparable: true },
      { name: 'elsewhere', metrics: slow, comparable: false },
    ]),
  ).toBe('Against raw: ORM slower (p99 +80.2\u00a0%), cached no difference, new undecided, elsewhere not comparable.');
  expect(overallVerdict([delta('p50', 'better', -0.1), delta('p99', 'not_enough_evidence', 0)])).toBe('better');
});

it('what cannot be compared is said by its parts, each once, and neither the name of a worker nor its own noise is one', () => {
  const differing = (...fields: string[]) =>
    incomparableSentence({ differences: fields.map((field) => ({ field, base: 'a', candidate: 'b', kind: 'plan' })) });
  expect(differing('load.rate', 'load.model', 'target.url', 'requests[0].body', 'environment.worker', 'environment.latencyFloorUs')).toBe(
    'Not comparable: requests and load differ.',
  );
  expect(differing('environment.cpuModel', 'environment.node')).toBe('Not comparable: different generators.');
  expect(differing('environment.tool', 'connection.keepAlive', 'errorStatuses')).toBe(
    'Not comparable: connection settings, settings and tools differ.',
  );
  expect(differing()).toMatch(/^Not comparable: one side counts the times of failed answers/);
});

it('names the metric that a noise floor is of, where it is that of one', () => {
  expect(noiseSentence(0.034).replaceAll('\u00a0', ' ')).toBe('Changes under 3.40 % are noise here.');
  expect(noiseSentence(2.11, 'p99').replaceAll('\u00a0', ' ')).toBe('Changes of p99 under 3.11 × are noise here.');
});
