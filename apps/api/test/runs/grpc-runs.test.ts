/** Words about finished runs of gRPC calls, wherever their figures go. */
import type { ComparisonResult } from '@plimsoll/contracts/comparison';
import type { Latency } from '@plimsoll/contracts/latency';
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Problem } from '@plimsoll/contracts/problem';
import type { Run } from '@plimsoll/contracts/run';
import type { Point, Sample } from '@plimsoll/contracts/sample';
import type { Shared } from '@plimsoll/contracts/share';
import type { Trend } from '@plimsoll/contracts/trend';
import { emptyHistogram, encode, record } from '@plimsoll/statistics/histogram';
import { echoProto } from '@plimsoll/testbed/targets/grpc-server';
import { beforeAll, expect, it } from 'vitest';
import { everythingShown, share } from '../share/shares.ts';
import { useApi } from '../support/scene.ts';
import { complete, launch, planInput, sampleAt, timesAround } from '../support/stored-runs.ts';
import { putWebPage } from '../support/test-api.ts';

const { test, boss } = useApi();
beforeAll(async () => {
  putWebPage(test);
});

const calls: PlanInput = planInput({
  name: 'chats',
  target: {
    url: 'grpc://127.0.0.1:50051',
    grpc: {
      call: 'test.Echo/Chat',
      proto: [{ name: 'echo.proto', text: echoProto }],
      metadata: { authorization: 'Bearer canary-metadata' },
    },
  },
  connection: { protocol: 'grpc' },
  thresholds: ['messages > 10000', 'grpc_message_gap p(99) < 50ms'],
});
const seconds = 20;
/** Gaps of a second, µs: spread alike in every one. */
const gapsOf = (gapMs: number, second: number) => timesAround(gapMs, second, 40).map((ms) => Math.round(ms * 1000));

function histogramOf(values: readonly number[]): Uint8Array<ArrayBuffer> {
  const histogram = emptyHistogram();
  for (const us of values) record(histogram, us);
  return encode(histogram);
}

function callSecond(second: number, gapMs: number): Sample {
  const sample = sampleAt(second, timesAround(10, second), {
    grpcStatuses: { OK: 49, NOT_FOUND: 1 },
    messages: { sent: 50, received: 90, sentBytes: 500, receivedBytes: 900, coalesced: 0 },
    failed: 1,
    done: 49,
  });
  const none = new Uint8Array();
  const ofMessages = {
    firstMessageTime: histogramOf([1500]),
    messageGap: histogramOf(gapsOf(gapMs, second)),
    messageRoundTrip: none,
    messageLateness: none,
  };
  return { ...sample, histograms: { ...sample.histograms, ...ofMessages } };
}

async function finishedCalls(gapMs: number): Promise<Run> {
  const run = await launch(boss, calls);
  await complete(
    test,
    run.id,
    Array.from({ length: seconds }, (_, second) => callSecond(second, gapMs)),
  );
  return (await boss<Run>('GET', api.run(run.id))).body;
}

it('points, spread of times, files and shares have the messages of a run, as the sorted list of all gaps tells them', async () => {
  const run = await finishedCalls(4);
  const { points } = (await boss<{ points: Point[] }>('GET', api.samples(run.id))).body;
  expect(points).toHaveLength(seconds);
  const sorted = Array.from({ length: seconds }, (_, second) => gapsOf(4, second))
    .flat()
    .toSorted((a, b) => a - b);
  expect(points[0]?.grpc).toMatchObject({
    statuses: { OK: 49, NOT_FOUND: 1 },
    messages: { sent: 50 },
    messageGap: { count: 40 },
    messageRoundTrip: null,
  });
  const { body: latency } = await boss<Latency>('GET', `${api.latency(run.id)}?times=messageGap`);
  expect(latency).toMatchObject({ times: 'messageGap', figures: { count: sorted.length } });
  const row = latency.percentiles.find(({ percentile }) => percentile === 25);
  // Buckets of 2 to 4 µs.
  expect(Math.abs((row?.us ?? 0) - (sorted[Math.ceil(sorted.length / 4) - 1] as number))).toBeLessThan(4);
  expect(latency.ghzBuckets.reduce((sum, { count }) => sum + count, 0)).toBe(sorted.length);
  const csv = (await boss('GET', api.exported(run.id, 'csv'))).text.split('\r\n');
  expect(csv[0]).toMatch(/,Validity,GrpcOK,GrpcStatusStats,MsgSent,/);
  expect(csv[1]).toContain(',49,OK:49|NOT_FOUND:1,50,90,500,900,1.500,1.500,');
  expect((await boss('GET', api.exported(run.id, 'hlog'))).text).toContain('Tag=messageGap');
  const report = (await boss('GET', api.exported(run.id, 'html'))).text;
  for (const text of ['Message gap', 'First message', 'NOT_FOUND', 'Messages per second']) expect(report).toContain(text);

  const { token } = await share(boss, { runId: run.id });
  const { content } = (await boss<Shared>('GET', api.shared(token))).body;
  expect(content.kind === 'run' && [content.points[0]?.grpc, content.run.summary?.grpc]).toEqual([points[0]?.grpc, run.summary?.grpc]);
  const shown = await everythingShown(test, token);
  for (const text of ['Message gap', 'NOT_FOUND', '2 %']) expect(shown.replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ')).toContain(text);
  expect(shown).not.toContain('canary');
});

it('two runs are compared by the gap of their messages, and a plan has a history of it', async () => {
  const { body: plan } = await boss<{ id: string }>('POST', api.plans, { plan: { ...calls, name: 'gaps' } });
  const launched = async (gapMs: number) => {
    const run = (await boss<Run>('POST', api.runs, { planId: plan.id })).body;
    await complete(
      test,
      run.id,
      Array.from({ length: seconds }, (_, second) => callSecond(second, gapMs)),
    );
    return run;
  };
  const [base, slower] = [await launched(4), await launched(5)];
  const { body } = await boss<ComparisonResult>('GET', api.comparison([base.id], [slower.id]));
  const gap = body.candidates[0]?.metrics.find(({ metric }) => metric === 'messageGap.p50');
  expect(gap).toMatchObject({ verdict: 'worse', interval: { low: expect.any(Number) } });
  expect((gap?.deltaRelative ?? 0) > 0.15 && (gap?.deltaRelative ?? 0) < 0.3).toBe(true);
  expect(body.base.points[0]?.grpc?.messageGap.count).toBe(40);
  const csv = (await boss('GET', api.exportedComparison('csv', [base.id], [slower.id]))).text;
  expect(csv).toMatch(/messageGap\.p50,us,4\d{3},5\d{3},/);
  expect(csv).toContain('messagesPerSecond,perSecond,140,140,0,0,');
  expect((await boss('GET', api.exportedComparison('html', [base.id], [slower.id]))).text).toContain('p50 message gap');
  const { body: windowed } = await boss<ComparisonResult>('GET', `${api.comparison([base.id], [slower.id])}&from=2&to=16`);
  expect(windowed.candidates[0]?.metrics.find(({ metric }) => metric === 'messageGap.p50')?.verdict).toBe('worse');
  const { body: trend } = await boss<Trend>('GET', api.trend(plan.id, 'messageGap.p50'));
  expect(trend.points.map(({ value }) => Math.floor((value ?? 0) / 1000))).toEqual([4, 5]);
});

it('a threshold on messages is refused at its place where the plan sends plain requests', async () => {
  const plan = planInput({ thresholds: ['p(99) < 1s', 'messages > 10'] });
  const { status, body } = await boss<Problem>('POST', api.runs, { plan });
  expect([status, body.code, body.field]).toEqual([400, 'invalid_input', '/plan/thresholds/1']);
});
