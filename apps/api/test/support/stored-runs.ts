/** Runs with samples, put there as a worker would. */
import { emptySample } from '@plimsoll/contracts/empty-sample';
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Environment, Run } from '@plimsoll/contracts/run';
import { type RequestSample, requestTimeNames, type Sample, unknownMachine } from '@plimsoll/contracts/sample';
import { histogramNames } from '@plimsoll/contracts/times';
import { unjudged, type Validity } from '@plimsoll/contracts/validity';
import { emptyHistogram, encode, record } from '@plimsoll/statistics/histogram';
import { summarise } from '@plimsoll/statistics/summary';
import { claimRun } from '@plimsoll/store/run-claim';
import { finishRun } from '@plimsoll/store/run-life';
import { readyShard } from '@plimsoll/store/run-shards';
import { appendSamples } from '@plimsoll/store/samples';
import { workerSeen } from '@plimsoll/store/workers-online';
import { workerRow } from '@plimsoll/testbed/worker-row';
import { expect } from 'vitest';
import type { Ask } from './asking.ts';
import { secretKey, type TestApi } from './test-api.ts';

export function planInput(change: Partial<PlanInput> = {}): PlanInput {
  return {
    version: 1,
    name: 'checkout',
    target: { url: 'http://127.0.0.1:8787/' },
    load: { model: 'closed', connections: 10, duration: '20s' },
    ...change,
  };
}

/** One second with `times` ms of response time, each counted once. */
export function sampleAt(second: number, timesMs: readonly number[], change: Partial<Sample> = {}): Sample {
  const histogram = emptyHistogram();
  for (const ms of timesMs) record(histogram, Math.round(ms * 1000));
  const encoded = encode(histogram);
  const count = timesMs.length;
  const nothing = emptySample({ second, lengthMs: 1000 });
  return {
    ...nothing,
    planned: count,
    sent: count,
    done: count,
    outcomes: { response: count },
    statuses: { '200': count },
    doneTimeUs: timesMs.reduce((sum, ms) => sum + ms * 1000, 0),
    bytes: { sent: 100 * count, received: 200 * count },
    inFlight: 1,
    slots: 10,
    connections: { ...nothing.connections, opened: second === 0 ? 10 : 0, reused: count, open: 10 },
    histograms: Object.fromEntries(histogramNames.map((name) => [name, encoded])) as Sample['histograms'],
    generator: { cpu: 0.2, eventLoopDelayP99Us: 500, eventLoopUtilisation: 0.2, rssBytes: 80_000_000, clockDriftMs: 0, ...unknownMachine },
    ...change,
  };
}

/** One second in which 50 streams ended, each of which brought two messages. */
export function streamsAt(second: number, ms: { readonly wholeMs: number; readonly firstMs: number; readonly gapMs: number }): Sample {
  const at = (timeMs: number) => sampleAt(second, Array(50).fill(timeMs)).histograms.responseTime;
  const none = encode(emptyHistogram());
  const times = { responseTime: at(ms.wholeMs), serviceTime: at(ms.wholeMs), firstMessageTime: at(ms.firstMs), messageGap: at(ms.gapMs) };
  return sampleAt(second, Array(50).fill(ms.wholeMs), {
    messages: { sent: 0, received: 100, sentBytes: 0, receivedBytes: 1000, coalesced: 0 },
    streamEnds: { complete: 50 },
    histograms: Object.fromEntries(
      histogramNames.map((name) => [name, { ...times }[name as keyof typeof times] ?? none]),
    ) as Sample['histograms'],
  });
}

export const environment: Environment = {
  worker: 'worker-1',
  hostname: 'generator-host.internal',
  cpuModel: 'Test CPU',
  cores: 2,
  memoryBytes: 4_000_000_000,
  kernel: '6.1.0',
  node: '24.21.0',
  client: 'undici 8.12.4',
  plimsoll: '0.2.0',
  threads: 1,
  protocol: 'http1',
  lineBitsPerSecond: null,
  latencyFloor: null,
};

export async function launch(ask: Ask, plan: PlanInput = planInput(), more: Record<string, unknown> = {}): Promise<Run> {
  const answer = await ask<Run>('POST', api.runs, { plan, ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** Claims the run and marks it running. */
export async function begin(test: TestApi, runId: string): Promise<void> {
  const { db } = test.context;
  expect(await claimRun(db, runId, 1, 'worker-1', secretKey)).not.toBeNull();
  await readyShard(db, { runId, attempt: 1, shard: 0 }, environment, 0);
}

export async function put(test: TestApi, runId: string, samples: readonly Sample[], shard = 0): Promise<number> {
  return (await appendSamples(test.context.db, runId, 1, shard, samples)).lastSequence;
}

export async function finish(
  test: TestApi,
  runId: string,
  samples: readonly Sample[],
  validity: Validity = { stamp: 'valid', reasons: [], ...unjudged },
): Promise<void> {
  const finished = await finishRun(test.context.db, runId, 1, {
    state: 'completed',
    ending: { kind: 'timeOver', duration: '10s', requests: null },
    endReason: 'duration',
    summary: summarise(samples),
    validity,
    thresholds: [],
  });
  expect(finished).toBe(true);
}

/** Takes a run that waits to its end, with these samples. */
export async function complete(test: TestApi, runId: string, samples: readonly Sample[], validity?: Validity): Promise<void> {
  await begin(test, runId);
  await put(test, runId, samples);
  await finish(test, runId, samples, validity);
}

/** Times that go from `ms` to `ms` + 1, spread alike in every second. */
export function timesAround(ms: number, second: number, count = 50): number[] {
  return Array.from({ length: count }, (_, i) => ms + ((second * 7 + i * 3) % 11) / 10);
}

/** The sample of one request of several, made from this one. */
export function makeRequestSample(name: string, sample: Sample): RequestSample {
  const { sent, done, failed, outcomes, statuses, doneTimeUs, failedTimeUs } = sample;
  const histograms = Object.fromEntries(requestTimeNames.map((time) => [time, sample.histograms[time]])) as RequestSample['histograms'];
  return { name, sent, done, failed, outcomes, statuses, doneTimeUs, failedTimeUs, histograms };
}

/** A run that is over, with `seconds` of samples around `ms`. */
export async function finishedRun(
  test: TestApi,
  ask: Ask,
  options: { plan?: PlanInput; seconds?: number; ms?: number } = {},
): Promise<Run> {
  const { plan = planInput(), seconds = 20, ms = 10 } = options;
  const run = await launch(ask, plan);
  await complete(
    test,
    run.id,
    Array.from({ length: seconds }, (_, second) => sampleAt(second, timesAround(ms, second))),
  );
  return (await ask<Run>('GET', api.run(run.id))).body;
}

/** A run that is over and judged as a worker does it, made by one worker in each of these regions, each with its samples. */
export async function runInRegions(
  test: TestApi,
  ask: Ask,
  regions: Readonly<Record<string, readonly Sample[]>>,
  change: Partial<PlanInput> = {},
): Promise<Run> {
  const { db, analysis } = test.context;
  const labels = Object.keys(regions);
  for (const label of labels) await workerSeen(db, workerRow(label, { labels: [label] }));
  const { id, plan } = await launch(ask, planInput({ generators: labels.map((label) => ({ label })), ...change }));
  for (const [shard, label] of labels.entries())
    expect(await claimRun(db, id, 1, label, secretKey)).toMatchObject({ shard, generators: labels.length });
  for (const shard of labels.keys()) await readyShard(db, { runId: id, attempt: 1, shard }, environment, 0);
  for (const [shard, label] of labels.entries()) await put(test, id, regions[label] ?? [], shard);
  const { rows } = await db.query<{ teamId: string }>('SELECT team_id AS "teamId" FROM runs WHERE id = $1', [id]);
  const figures = await analysis.judgeFinishedRun({ teamId: rows[0]?.teamId ?? '', runId: id, plan, state: 'completed' });
  const ending = { kind: 'timeOver', duration: '20s', requests: null } as const;
  expect(await finishRun(db, id, 1, { state: 'completed', ending, endReason: 'duration', ...figures })).toBe(true);
  await db.query('DELETE FROM workers_online');
  return (await ask<Run>('GET', api.run(id))).body;
}
