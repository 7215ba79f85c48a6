import { readFileSync } from 'node:fs';
import { merge, valueAt } from '@plimsoll/statistics/histogram';
import { expect, test } from 'vitest';
import { ImportError } from '../import-error.ts';
import { readResult } from './read-result.ts';

const text = readFileSync(new URL('../../fixtures/plimsoll.json', import.meta.url), 'utf8');
const kept = JSON.parse(text) as {
  run: { summary: { requests: number; responseTime: { p50Us: number; p99Us: number } } };
  seconds: object[];
};

test('a run that was made without a server keeps its counts and its times', () => {
  const result = readResult(text);
  if (result.data !== 'requests') throw new Error(result.data);
  const { requests, responseTime } = kept.run.summary;
  expect(result.tool).toBe('plimsoll');
  expect(result.seconds.reduce((sum, { done, failed }) => sum + done + failed, 0)).toBe(requests);
  const times = merge(result.seconds.map((second) => second.responseTime));
  expect([valueAt(times, 50), valueAt(times, 99)]).toEqual([responseTime.p50Us, responseTime.p99Us]);
});

test('seconds of the warm-up are left out, and the rest begins with second 0', () => {
  const seconds = kept.seconds.map((second, at) => ({ ...second, warmup: at === 0 }));
  const result = readResult(JSON.stringify({ ...kept, seconds }));
  if (result.data !== 'requests') throw new Error(result.data);
  expect(result.seconds.map(({ second }) => second)).toEqual(kept.seconds.slice(1).map((_, at) => at));
});

test('no second and a broken histogram are refused in words', () => {
  const refusal = (seconds: readonly object[]) => {
    try {
      readResult(JSON.stringify({ ...kept, seconds }));
    } catch (error) {
      return error instanceof ImportError ? error.refusal.code : error;
    }
    return null;
  };
  expect(refusal([])).toBe('result_empty');
  expect(refusal([{ ...kept.seconds[0], responseTime: 'AAAA' }])).toBe('result_row');
});
