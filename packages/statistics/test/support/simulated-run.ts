/** Runs made up from known distributions, so that the right answer is known: correlated seconds, as a real target makes them. */
import { emptySample, noStreams } from '@plimsoll/contracts/empty-sample';
import { type Plan, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import { type RequestSample, requestTimeNames, type Sample, unknownMachine } from '@plimsoll/contracts/sample';
import { type HistogramName, histogramNames } from '@plimsoll/contracts/times';
import { unjudged } from '@plimsoll/contracts/validity';
import { createRandom } from '../../src/bootstrap/random.ts';
import type { RunSeries } from '../../src/bootstrap/run-series.ts';
import { sortByBucket } from '../../src/bootstrap/unit-buckets.ts';
import { findBucket } from '../../src/histogram/bucket-layout.ts';
import { emptyHistogram, encode, record } from '../../src/histogram/histogram.ts';

export function makePlan(input: Partial<PlanInput> = {}): Plan {
  return planSchema.parse({
    version: 1,
    name: 'checkout',
    target: { url: 'http://127.0.0.1:8787/' },
    load: { model: 'closed', connections: 10, duration: '60s' },
    ...input,
  });
}

const empty = encode(emptyHistogram());

export function makeHistogram(values: readonly number[]): Uint8Array<ArrayBuffer> {
  if (values.length === 0) return empty;
  const histogram = emptyHistogram();
  for (const value of values) record(histogram, value);
  return encode(histogram);
}

const quiet: Partial<Record<HistogramName, readonly number[]>> = {
  responseTime: Array(10).fill(1000),
  serviceTime: Array(10).fill(1000),
};

/** A quiet second of 10 good requests at 1 ms unless told otherwise. */
export function makeSample(
  second: number,
  change: Partial<Sample> & { readonly times?: Partial<Record<HistogramName, readonly number[]>> } = {},
): Sample {
  const { times = quiet, ...fields } = change;
  const done = fields.done ?? 10;
  const outcomes = fields.outcomes ?? { response: done };
  const sent = Object.values(outcomes).reduce((sum, n) => sum + (n ?? 0), 0);
  const nothing = emptySample({ second, lengthMs: 1000 });
  const encoded = new Map<readonly number[], Uint8Array<ArrayBuffer>>();
  const bytesOf = (values: readonly number[]) => {
    const bytes = encoded.get(values) ?? makeHistogram(values);
    encoded.set(values, bytes);
    return bytes;
  };
  return {
    ...nothing,
    planned: sent,
    sent,
    done,
    outcomes,
    statuses: { '200': done },
    doneTimeUs: done * 1000,
    bytes: { sent: 100 * sent, received: 200 * sent },
    inFlight: 1,
    slots: 10,
    connections: { ...nothing.connections, reused: sent, open: 10 },
    generator: { cpu: 0.2, eventLoopDelayP99Us: 1000, eventLoopUtilisation: 0.3, rssBytes: 50_000_000, clockDriftMs: 0, ...unknownMachine },
    ...fields,
    histograms: Object.fromEntries(histogramNames.map((name) => [name, bytesOf(times[name] ?? [])])) as Sample['histograms'],
  };
}

export function makeRun(id: number, change: Partial<Run> = {}): Run {
  return {
    id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    number: id,
    state: 'completed',
    stateReason: null,
    ending: null,
    endReason: 'duration',
    attempt: 1,
    planId: null,
    plan: makePlan(),
    tags: {},
    note: '',
    validity: { stamp: 'valid', reasons: [], ...unjudged },
    thresholds: [],
    summary: null,
    generators: [],
    environment: null,
    createdBy: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString(),
    endedAt: null,
    expectedDurationMs: null,
    stopRequested: false,
    baseline: null,
    ciStatus: null,
    experimentId: null,
    turns: null,
    source: null,
    ...change,
  };
}

/** Standard normal numbers (Box and Muller). */
export function makeNormalSource(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export interface SimulatedLoad {
  readonly seconds: number;
  /** Mean requests a second. */
  readonly rate: number;
  readonly medianUs: number;
  /** Spread of ln(time) within a second. */
  readonly spread: number;
  /** Spread of ln(time) and of ln(rate) between seconds, and how much a second takes after the one before. */
  readonly drift: number;
  readonly correlation: number;
  /** Spread between runs, of ln(time) and of ln(rate). */
  readonly runNoise?: number;
  readonly errorRate?: number;
}

export interface SimulatedSecond {
  readonly times: number[];
  readonly failed: number;
}

/** ln(time) = ln(median) + run + second + request, each normal, the second's part an AR(1): every percentile of the whole is known. */
export function simulateSeconds(load: SimulatedLoad, seed: number): SimulatedSecond[] {
  const random = createRandom(seed);
  const normal = makeNormalSource(random);
  const stay = load.correlation;
  let slow = normal();
  let busy = normal();
  const run = (load.runNoise ?? 0) * normal();
  const runRate = (load.runNoise ?? 0) * normal();
  return Array.from({ length: load.seconds }, () => {
    slow = stay * slow + Math.sqrt(1 - stay * stay) * normal();
    busy = stay * busy + Math.sqrt(1 - stay * stay) * normal();
    const n = Math.max(1, Math.round(load.rate * (1 + load.drift * busy + runRate)));
    const times = Array.from({ length: n }, () =>
      Math.max(1, Math.round(load.medianUs * Math.exp(run + load.drift * slow + load.spread * normal()))),
    );
    let failed = 0;
    for (let i = 0; i < n && load.errorRate; i++) if (random() < load.errorRate) failed++;
    return { times, failed };
  });
}

/** The series the bootstrap works on, without the way through bytes. */
export function simulatedSeries(seconds: readonly SimulatedSecond[]): RunSeries {
  const unitOf: number[] = [];
  const bucketAt: number[] = [];
  const countAt: number[] = [];
  for (const [unit, { times }] of seconds.entries()) {
    const counts = new Map<number, number>();
    for (const time of times) counts.set(findBucket(time), (counts.get(findBucket(time)) ?? 0) + 1);
    for (const [bucket, count] of counts) {
      unitOf.push(unit);
      bucketAt.push(bucket);
      countAt.push(count);
    }
  }
  return {
    seconds: seconds.length,
    unitSeconds: 1,
    units: seconds.length,
    fromSecond: Float64Array.from(seconds.keys()),
    finished: Float64Array.from(seconds, ({ times }) => times.length),
    failed: Float64Array.from(seconds, ({ failed }) => failed),
    planned: Float64Array.from(seconds, ({ times }) => times.length),
    dropped: new Float64Array(seconds.length),
    lengthSeconds: new Float64Array(seconds.length).fill(1),
    times: sortByBucket(seconds.length, unitOf, bucketAt, countAt),
  };
}

export function simulatedSamples(seconds: readonly SimulatedSecond[], warmup = 0): Sample[] {
  return seconds.map(({ times, failed }, second) =>
    makeSample(second, {
      warmup: second < warmup,
      done: times.length - failed,
      failed,
      outcomes: { response: times.length },
      statuses: failed > 0 ? { '200': times.length - failed, '503': failed } : { '200': times.length },
      times: { responseTime: times, serviceTime: times, timeToFirstByte: times },
    }),
  );
}

/** Calls of gRPC as they would be measured: one message goes out with each, and one comes for each gap and one before. */
export function simulatedCalls(calls: readonly SimulatedSecond[], gaps: readonly SimulatedSecond[], warmup = 0): Sample[] {
  return calls.map(({ times, failed }, second) => {
    const messageGap = gaps[second]?.times ?? [];
    return makeSample(second, {
      warmup: second < warmup,
      done: times.length - failed,
      failed,
      outcomes: { response: times.length },
      grpcStatuses: failed > 0 ? { OK: times.length - failed, UNAVAILABLE: failed } : { OK: times.length },
      messages: { ...noStreams.messages, sent: times.length, received: times.length + messageGap.length, sentBytes: 10 * times.length },
      times: { responseTime: times, serviceTime: times, timeToFirstByte: times, firstMessageTime: times, messageGap },
    });
  });
}

interface Events {
  readonly paceUs: number;
  /** Each event is the answer to a message. */
  readonly answered?: boolean;
  /** Times from publishing, of events that carry one. */
  readonly published?: readonly SimulatedSecond[];
}

/** Streams of events at the target's pace, which makes each last `paceUs` longer than its first message. */
export function simulatedEvents(
  first: readonly SimulatedSecond[],
  gaps: readonly SimulatedSecond[],
  { paceUs, answered = false, published = [] }: Events,
): Sample[] {
  return first.map(({ times }, second) => {
    const messageGap = gaps[second]?.times ?? [];
    const received = times.length + messageGap.length;
    const whole = times.map((timeUs) => timeUs + paceUs);
    return makeSample(second, {
      done: times.length,
      outcomes: { response: times.length },
      messages: { ...noStreams.messages, sent: answered ? received : 0, received, receivedBytes: 40 * received },
      streamEnds: { complete: times.length },
      times: {
        responseTime: whole,
        serviceTime: whole,
        timeToFirstByte: times,
        firstMessageTime: times,
        messageGap,
        ...(answered ? { messageRoundTrip: [...times, ...messageGap] } : {}),
        publishTime: published[second]?.times ?? [],
      },
    });
  });
}

export interface SimulatedStream {
  readonly firstTokenUs: number;
  /** Mean time from one token to the next. */
  readonly interTokenUs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Its output was counted by messages. */
  readonly counted: boolean;
  readonly good: boolean;
}

/** Streams of a language model that end in a second: an event a token, and one that says that it is done. */
export function simulatedTokens(load: SimulatedLoad, limits: { readonly itlUs: number }, seed: number): SimulatedStream[][] {
  const random = createRandom(7919 * seed);
  return simulateSeconds(load, seed).map(({ times }) =>
    times.map((firstTokenUs) => {
      const interTokenUs = Math.round((firstTokenUs / 10) * (0.8 + 0.4 * random()));
      const [inputTokens, outputTokens] = [50 + Math.floor(200 * random()), 2 + Math.floor(100 * random())];
      return { firstTokenUs, interTokenUs, inputTokens, outputTokens, counted: random() < 0.25, good: interTokenUs <= limits.itlUs };
    }),
  );
}

export function tokenSamples(seconds: readonly (readonly SimulatedStream[])[], warmup = 0): Sample[] {
  return seconds.map((streams, second) => {
    const sum = (count: (stream: SimulatedStream) => number) => streams.reduce((total, stream) => total + count(stream), 0);
    const each = (value: (stream: SimulatedStream) => number) => streams.map(value);
    const received = sum(({ outputTokens }) => outputTokens + 1);
    return makeSample(second, {
      warmup: second < warmup,
      done: streams.length,
      outcomes: { response: streams.length },
      messages: { sent: 0, received, sentBytes: 0, receivedBytes: 40 * received, coalesced: sum(({ counted }) => Number(counted)) },
      streamEnds: streams.length > 0 ? { done: streams.length } : {},
      tokens: {
        input: sum(({ inputTokens }) => inputTokens),
        output: sum(({ outputTokens }) => outputTokens),
        streams: streams.length,
        counted: sum(({ counted }) => Number(counted)),
        good: sum(({ good }) => Number(good)),
      },
      times: {
        responseTime: each(({ firstTokenUs, interTokenUs, outputTokens }) => firstTokenUs + interTokenUs * (outputTokens - 1)),
        firstMessageTime: each(({ firstTokenUs }) => firstTokenUs),
        firstTokenTime: each(({ firstTokenUs }) => firstTokenUs),
        secondTokenTime: each(({ interTokenUs }) => interTokenUs),
        interTokenTime: each(({ interTokenUs }) => interTokenUs),
        messageGap: streams.flatMap(({ interTokenUs, outputTokens }) => Array(outputTokens).fill(interTokenUs)),
        inputTokens: each(({ inputTokens }) => inputTokens),
        outputTokens: each(({ outputTokens }) => outputTokens),
      },
    });
  });
}

/** A plan of several requests as it would be measured: each request's seconds apart, and their sum as the sample's own. */
export function simulatedMix(requests: Readonly<Record<string, readonly SimulatedSecond[]>>, warmup = 0): Sample[] {
  const parts = Object.entries(requests).map(([name, seconds]) => ({ name, samples: simulatedSamples(seconds, warmup) }));
  const sum = (Object.values(requests)[0] ?? []).map((_, second) => {
    const all = Object.values(requests).map((seconds) => seconds[second] ?? { times: [], failed: 0 });
    return { times: all.flatMap(({ times }) => times), failed: all.reduce((total, { failed }) => total + failed, 0) };
  });
  return simulatedSamples(sum, warmup).map((sample, second) => ({
    ...sample,
    byRequest: parts.map(({ name, samples }) => {
      const { sent, done, failed, outcomes, statuses, doneTimeUs, failedTimeUs, histograms } = samples[second] as Sample;
      return {
        name,
        sent,
        done,
        failed,
        outcomes,
        statuses,
        doneTimeUs,
        failedTimeUs,
        histograms: Object.fromEntries(requestTimeNames.map((time) => [time, histograms[time]])) as RequestSample['histograms'],
      };
    }),
  }));
}
