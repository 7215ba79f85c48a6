import { expect, it } from 'vitest';
import { fewSamplesSentence } from './few-samples-sentence.ts';

/** The value that a share of all, rounded up, does not exceed. */
function sortedQuantile(values: readonly number[], share: number): number {
  return values[Math.ceil(values.length * share - 1e-9) - 1] as number;
}

it('names the percentiles that are the maximum of a sorted list of so many, and no others', () => {
  for (const count of [1, 9, 10, 19, 20, 50, 99, 100, 101, 999, 1000, 1001]) {
    const values = Array.from({ length: count }, (_, at) => at);
    const shares = { p90: 0.9, p95: 0.95, p99: 0.99, 'p99.9': 0.999 };
    const maxima = Object.entries(shares).flatMap(([name, share]) => (sortedQuantile(values, share) === count - 1 ? [name] : []));
    const named = fewSamplesSentence(count, 'calls')?.match(/timed, (.*) can only/)?.[1] ?? '';
    expect([count, named.split(/, | and /).filter(Boolean)]).toEqual([count, maxima]);
  }
});

it('says how many the first of them needs', () => {
  expect(fewSamplesSentence(50, 'calls')).toBe(
    'With 50 calls timed, p99 and p99.9 can only be the maximum: p99 needs 100 of them to say more.',
  );
  expect(fewSamplesSentence(500, 'requests')).toMatch(/^With 500 requests timed, p99.9 can only .*p99.9 needs 1000 of/);
  expect(fewSamplesSentence(50, 'sockets')).toMatch(/^With 50 connections timed, p99 and/);
  expect(fewSamplesSentence(0, 'requests')).toBe(null);
});
