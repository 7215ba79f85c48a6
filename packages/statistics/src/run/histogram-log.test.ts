import { requestTimeNames } from '@plimsoll/contracts/sample';
import { histogramNames, histogramsIn } from '@plimsoll/contracts/times';
import { unjudged } from '@plimsoll/contracts/validity';
import * as hdr from 'hdr-histogram-js';
import { expect, it } from 'vitest';
import { makePlan, makeSample } from '../../test/support/simulated-run.ts';
import { createRandom } from '../bootstrap/random.ts';
import { histogramLogHead, histogramLogLines } from './histogram-log.ts';
import { summarise } from './summary.ts';

const names = ['log in', 'log_in', 'a:b/c'];
const plan = makePlan({ target: null, requests: names.map((name) => ({ name, url: 'http://127.0.0.1:8787/' })) });
const startedAt = '2026-03-01T10:00:00.250Z';
const run = {
  id: '00000000-0000-4000-8000-000000000001',
  plan: { ...plan, name: 'two\nlines' },
  validity: { stamp: 'degraded' as const, reasons: ['Late by 7 ms.'], ...unjudged, limit: 'target' as const },
  startedAt,
  createdAt: startedAt,
};

/** 12 seconds of two shards, the last of one, the first two of them warm-up; from few values, whose bytes are plain, to many. */
const random = createRandom(3);
const drawn = (count: number) => Array.from({ length: count }, () => Math.floor(500 + random() ** 4 * 2_000_000));
const samples = Array.from({ length: 23 }, (_, at) => {
  const times = Object.fromEntries(histogramNames.map((name, i) => [name, drawn(name === 'tlsTime' ? 0 : 1 + ((at * 37 + i) % 60) * 5)]));
  const sample = makeSample(Math.floor(at / 2), { times, warmup: at < 4 });
  const { sent, done, failed, outcomes, statuses, doneTimeUs, failedTimeUs } = sample;
  const parts = names.map((name, i) => ({
    ...{ name, sent, done, failed, outcomes, statuses, doneTimeUs, failedTimeUs },
    histograms: makeSample(0, { times: Object.fromEntries(requestTimeNames.map((time) => [time, drawn(3 + i)])) }).histograms,
  }));
  return { ...sample, byRequest: parts };
});
const log = histogramLogHead(run) + histogramLogLines(run, samples.slice(0, 10)) + histogramLogLines(run, samples.slice(10));

/** As HdrHistogram's own reader for JavaScript reads it. */
function readBack(): Map<string, hdr.Histogram[]> {
  const reader = new hdr.HistogramLogReader(log);
  const intervals: hdr.Histogram[] = [];
  for (let next = reader.nextIntervalHistogram(); next; next = reader.nextIntervalHistogram()) intervals.push(next);
  return Map.groupBy(intervals, ({ tag }) => tag);
}

it('is read back by HdrHistogram with the counts, percentiles and extremes of the run, by time and by request', () => {
  const intervals = readBack();
  const summary = summarise(samples);
  const whole = (tag: string) => {
    const [first, ...rest] = intervals.get(tag) ?? [];
    for (const one of rest) first?.add(one);
    return first;
  };
  for (const name of histogramsIn('summary')) {
    const read = whole(name === 'responseTime' ? 'NO TAG' : name);
    const { count, p50Us, p99Us, p999Us, maxUs } = summary[name];
    expect(read?.totalCount ?? 0, name).toBe(count);
    if (read) expect([50, 99, 99.9, 100].map((percentile) => read.getValueAtPercentile(percentile))).toEqual([p50Us, p99Us, p999Us, maxUs]);
  }
  for (const [at, tag] of ['log_in', 'log_in_2', 'a:b/c'].entries()) {
    const { responseTime } = summary.byRequest[at] ?? {};
    const read = whole(`responseTime:${tag}`);
    expect([read?.totalCount, read?.getValueAtPercentile(99)]).toEqual([responseTime?.count, responseTime?.p99Us]);
  }
});

it('has one interval a second and tag, at its moment, the warm-up apart', () => {
  const intervals = readBack();
  const seconds = (tag: string) => intervals.get(tag)?.map(({ startTimeStampMsec }) => startTimeStampMsec - Date.parse(startedAt));
  expect(seconds('NO TAG')).toEqual(Array.from({ length: 10 }, (_, at) => (at + 2) * 1000));
  expect(seconds('warmup')).toEqual([0, 1000]);
  expect(seconds('warmup:serviceTime:a:b/c')).toEqual([0, 1000]);
  expect([...intervals.keys()].filter((tag) => tag.includes('tlsTime'))).toEqual([]);
  expect(intervals.get('NO TAG')?.every(({ startTimeStampMsec, endTimeStampMsec }) => endTimeStampMsec - startTimeStampMsec === 1000)).toBe(
    true,
  );
  expect(hdr.listTags(log)).toEqual([...intervals.keys()].sort((a, b) => Number(b === 'NO TAG') - Number(a === 'NO TAG')));
});

it('says above the lines whose it is and whether it can be trusted, and nothing there is taken for a line', () => {
  expect(log.split('\n').slice(0, 5)).toEqual([
    '#[Histogram log format version 1.3]',
    `#[Plimsoll run ${run.id}: two lines]`,
    '#[Validity: degraded]',
    '#[Validity reason: Late by 7 ms.]',
    '#[Limit: target]',
  ]);
  expect(log).toContain('#[StartTime: 1772359200.250 (seconds since epoch), 2026-03-01T10:00:00.250Z]');
  expect(histogramLogHead({ ...run, validity: null })).toContain('#[Validity: not judged]');
});

it('says that lengths are counts, and shows their maximum as one', () => {
  const seconds = [makeSample(0, { times: { outputTokens: [8, 64], firstTokenTime: [64_000] } })];
  const lines = histogramLogLines(run, seconds).split('\n');
  const maxOf = (tag: string) => lines.find((line) => line.startsWith(`Tag=${tag},`))?.split(',')[3];
  expect([maxOf('outputTokens'), maxOf('firstTokenTime')]).toEqual(['64.000', '64.031']);
  expect(histogramLogHead(run)).toContain('Counts, both, of Tag=inputTokens and Tag=outputTokens.');
});
