/** Result files of other tools become runs: kept, charted, listed, shared and compared as far as their data goes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import { mostWholeBytes } from '@plimsoll/contracts/import-result';
import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { RunListItem } from '@plimsoll/contracts/run-list';
import type { Sample } from '@plimsoll/contracts/sample';
import { expect, it } from 'vitest';
import { share } from '../share/shares.ts';
import { problemIn } from '../support/asking.ts';
import { useApi } from '../support/scene.ts';
import { finishedRun } from '../support/stored-runs.ts';

const { test, boss } = useApi();
const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../../../packages/import/fixtures', name), 'utf8');
const bring = (text: string, query = '', type = 'text/plain') =>
  boss<Run>('POST', `${api.imports}${query}`, text, { 'content-type': type });
const compare = async (base: string, candidate: string) => (await boss<ComparisonResult>('GET', api.comparison([base], [candidate]))).body;

/** The CSV that k6 would write for `seconds` seconds with 20 requests each around `ms`; one in ten fails. */
function k6Csv(seconds: number, ms: number): string {
  const head = 'metric_name,timestamp,metric_value,check,error,error_code,status,url';
  const row = (second: number, at: number) =>
    `http_req_duration,${1_795_357_000 + second},${ms + ((second * 7 + at * 3) % 11) / 10},,,,${at % 10 === 9 ? 503 : 200},http://127.0.0.1:8932/`;
  return [head, ...Array.from({ length: seconds * 20 }, (_, at) => row(Math.floor(at / 20), at % 20))].join('\n');
}

it('requests one by one become seconds that are charted, listed, shared and compared with a verdict', async () => {
  const { status, body: run, text } = await bring(k6Csv(20, 10), '?file=k6.csv', 'text/csv');
  expect(status, text).toBe(201);
  expect(run).toMatchObject({
    state: 'completed',
    number: 1,
    planId: null,
    startedAt: '2026-11-22T14:16:40.000Z',
    source: { tool: 'k6', file: 'k6.csv', data: 'requests', missing: ['connections', 'receivedBytes'] },
    validity: { stamp: 'unwatched', limit: null },
    summary: { requests: 400, failed: 40, throughputPerSecond: 20, errorRate: 0.1, connectionsPerSecond: null, bitsPerSecond: null },
  });
  const { points } = (await boss<{ points: readonly Pick<Sample, 'second' | 'done' | 'failed'>[] }>('GET', api.samples(run.id))).body;
  expect(points.map(({ done, failed }) => [done, failed])).toEqual(Array.from({ length: 20 }, () => [18, 2]));
  const { items } = (await boss<{ items: RunListItem[] }>('GET', api.runs)).body;
  expect(items.find(({ id }) => id === run.id)?.source?.tool).toBe('k6');
  expect((await boss('GET', api.story(run.id))).status).toBe(200);
  const { token } = await share(boss, { runId: run.id });
  expect((await test.anonymous('GET', api.shared(token))).text).not.toContain('k6.csv');

  const slower = (await bring(k6Csv(20, 20))).body;
  const [same] = (await compare(run.id, slower.id)).candidates;
  expect(same?.metrics.find(({ metric }) => metric === 'p50')).toMatchObject({ verdict: 'worse', interval: expect.anything() });
  expect(same?.metrics.find(({ metric }) => metric === 'timeToFirstByte.p50')).toMatchObject({
    base: null,
    verdict: 'not_enough_evidence',
  });
  // A file does not tell when a request was sent.
  expect(same?.metrics.find(({ metric }) => metric === 'serviceTime.p50')).toMatchObject({ base: null, interval: null });
  const own = await finishedRun(test, boss);
  const [other] = (await compare(own.id, run.id)).candidates;
  expect(other?.comparability).toMatchObject({ grade: 'not_like_with_like', sentence: expect.stringContaining('imported') });
  expect(other?.comparability.differences).toContainEqual({
    field: 'environment.tool',
    base: 'plimsoll',
    candidate: 'k6',
    kind: 'environment',
  });
});

it('sums are kept as the tool reported them, and compared without a verdict', async () => {
  const wrk = (await bring(fixture('wrk.txt'), '?name=by+wrk&startedAt=2026-11-22T14:00:00Z')).body;
  expect(wrk).toMatchObject({
    plan: { name: 'by wrk', target: { url: 'http://127.0.0.1:8932/' }, load: { connections: 4 } },
    startedAt: '2026-11-22T14:00:00.000Z',
    endedAt: '2026-11-22T14:00:02.040Z',
    source: {
      data: 'summary',
      percentiles: [
        [50, 2840],
        [75, 6710],
        [90, 19_800],
        [99, 79_060],
      ],
      missing: ['statuses'],
    },
    summary: { requests: 1854, failed: 37, throughputPerSecond: 908.04, responseTime: { p99Us: 79_060, p95Us: null, meanUs: 8330 } },
  });
  expect((await boss<{ points: unknown[] }>('GET', api.samples(wrk.id))).body.points).toEqual([]);
  const oha = (await bring(fixture('oha.json'), '?url=http://127.0.0.1:8932/', 'application/json')).body;
  const [against] = (await compare(wrk.id, oha.id)).candidates;
  const delta = (name: string) => against?.metrics.find(({ metric }) => metric === name);
  expect(delta('throughput')).toMatchObject({
    base: 908.04,
    candidate: expect.closeTo(986.234, 2),
    interval: null,
    verdict: 'not_enough_evidence',
  });
  expect(delta('p95')).toMatchObject({ base: null, delta: null, reason: 'p95 is not in the file of an imported run.' });
  expect(against?.sentence).toBe('Not comparable: different tools.');
});

it('tokens of AIPerf are figures of the run, as far as the file tells them', async () => {
  const { status, body: run, text } = await bring(fixture('aiperf.json'), '?file=aiperf.json', 'application/json');
  expect(status, text).toBe(201);
  expect(run).toMatchObject({
    source: { tool: 'aiperf', version: '0.8.0', missing: expect.arrayContaining(['messages', 'statuses']) },
    summary: { requests: 400, failed: 8, durationMs: 50_000 },
  });
  expect(run.summary?.stream?.tokens).toMatchObject({
    input: 215_698,
    output: 19_600,
    outputPerSecond: 392,
    streams: 392,
    goodput: 375 / 392,
    firstTokenTime: { meanUs: 118_400, p50Us: 115_200, p95Us: 148_100, p99Us: 171_900, p999Us: null },
    interTokenTime: { p99Us: 20_200 },
    inputLength: { mean: 550.25, p99: 553 },
    outputLength: { min: 50, max: 50 },
  });
  const { token } = await share(boss, { runId: run.id });
  expect((await test.anonymous('GET', api.shared(token))).status).toBe(200);
});

it.each([
  [fixture('oha.json'), '', 400, 'does not name its target', '/url'],
  [fixture('wrk.txt'), '?url=nowhere', 400, 'The target "nowhere" cannot be kept', '/url'],
  ['hello', '', 400, 'This file cannot be read', ''],
  ['', '', 400, 'The file is empty.', ''],
  [k6Csv(1, -50), '', 400, 'Line 2 of the file of k6: metric_value cannot be "-50"', ''],
  [fixture('wrk.txt'), '?startedAt=0001-01-01T00:00:00Z', 400, 'between 1970 and 2100', undefined],
  ['x'.repeat(mostWholeBytes + 1), '', 413, 'the limit is 32', undefined],
] as const)('refuses %#', async (text, query, status, says, field) => {
  const answer = await bring(text, query);
  expect(answer.status).toBe(status);
  expect(problemIn(answer)).toMatchObject({ detail: expect.stringContaining(says), ...(field === undefined ? {} : { field }) });
});
