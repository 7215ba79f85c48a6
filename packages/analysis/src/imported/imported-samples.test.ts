import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleSchema } from '@plimsoll/contracts/sample';
import { readResult } from '@plimsoll/import/read-result';
import { emptyHistogram, encode, record } from '@plimsoll/statistics/histogram';
import { summarise } from '@plimsoll/statistics/summary';
import { expect, it } from 'vitest';
import { decodeLog } from './decode-log.ts';
import { samplesOfSeconds } from './imported-samples.ts';

it('percentiles of imported requests are those of the sorted times', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../import/fixtures/k6.csv'), 'utf8');
  const result = readResult(text);
  if (result.data !== 'requests') throw new Error('no requests');
  const samples = samplesOfSeconds(result.seconds);
  for (const sample of samples) expect(sampleSchema.safeParse(sample).error).toBeUndefined();
  const good = text.split('\n').filter((row) => row.startsWith('http_req_duration,') && row.includes(',200,'));
  const sorted = good.map((row) => 1000 * Number(row.split(',')[2])).toSorted((a, b) => a - b);
  const rank = (percentile: number) => sorted[Math.ceil((percentile / 100) * sorted.length) - 1] ?? 0;
  const { responseTime, failedTime, requests, failed, statuses } = summarise(samples);
  expect([requests, failed, statuses]).toEqual([61, 1, { '200': 60, '503': 1 }]);
  expect([responseTime.count, failedTime.count]).toEqual([60, 1]);
  for (const [us, percentile] of [
    [responseTime.p50Us, 50],
    [responseTime.p95Us, 95],
    [responseTime.p99Us, 99],
  ] as const)
    expect(Math.abs((us ?? 0) / rank(percentile) - 1)).toBeLessThan(0.002);
});

/** `unit`: how many of the log's units are one µs. */
function logOf(seconds: readonly (readonly number[])[], unit: number, lengthMs = 1000) {
  return seconds.map((times, at) => {
    const histogram = emptyHistogram(3.6e12);
    for (const us of times) record(histogram, us * unit);
    const encoded = Buffer.from(encode(histogram)).toString('base64');
    return { startMs: at * lengthMs, lengthMs, shownMax: Math.max(...times) / 1000, histogram: encoded, line: at + 1 };
  });
}

it.each([1, 1000])('finds the unit of a log by its shown maxima (%d a µs)', (unit) => {
  const { samples } = decodeLog(logOf([[1000, 2000], [5000]], unit));
  expect(samples?.map(({ done }) => done)).toEqual([2, 1]);
  const { p50Us, maxUs } = summarise(samples ?? []).responseTime;
  expect([(p50Us ?? 0) / 2000, (maxUs ?? 0) / 5000]).toEqual([expect.closeTo(1, 2), expect.closeTo(1, 2)]);
});

it('intervals of ten seconds are no seconds, and a damaged histogram is named by its line', () => {
  const log = logOf([[1000], [2000]], 1, 10_000);
  expect(decodeLog(log)).toMatchObject({ samples: null, durationMs: 20_000, whole: { total: 2 } });
  expect(() => decodeLog([{ startMs: 0, lengthMs: 1000, shownMax: 1, histogram: 'AAAA', line: 7 }])).toThrow(
    expect.objectContaining({ refusal: expect.objectContaining({ values: expect.objectContaining({ line: 7 }) }) }),
  );
});
