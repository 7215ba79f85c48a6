/** The one merge of seconds, against sums written out by hand; and what the table promises of everything that derives from it. */
import { outcomeKinds } from '@plimsoll/contracts/outcome';
import { noTimes, pointSchema, type RequestSample, requestTimeNames, type Sample, sampleSchema } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { summarySchema } from '@plimsoll/contracts/summary';
import { columnOf, histogramNames, times } from '@plimsoll/contracts/times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeHistogram } from '../../test/support/simulated-run.ts';
import { decode } from '../histogram/histogram.ts';
import { csvFields } from '../run/csv.ts';
import { summarise } from '../run/summary.ts';
import { type MergedOver, mergeFields } from './merge-fields.ts';
import { mergeSamples } from './merge-samples.ts';
import { mergeIntoPoints } from './point.ts';

const knownShare = fc.option(fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs), { nil: null });
const count = fc.nat(1000);
const outcomes = fc.dictionary(fc.constantFrom(...outcomeKinds), fc.integer({ min: 1, max: 50 }), { noNullPrototype: true });
const statuses = fc.dictionary(fc.constantFrom('200', '404', '503'), fc.integer({ min: 1, max: 50 }), { noNullPrototype: true });
const bytes = fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 4 }).map(makeHistogram);
const bytesOf = <Name extends string>(names: readonly Name[]) =>
  fc.array(bytes, { minLength: names.length, maxLength: names.length }).map((all) => {
    return Object.fromEntries(names.map((name, index) => [name, all[index]])) as Record<Name, Uint8Array<ArrayBuffer>>;
  });
const ended = { sent: count, done: count, failed: count, doneTimeUs: count, failedTimeUs: count, outcomes, statuses };
const request = (name: string): fc.Arbitrary<RequestSample> =>
  fc.record({ name: fc.constant(name), ...ended, histograms: bytesOf(requestTimeNames) });
const sample: fc.Arbitrary<Sample> = fc.record({
  second: fc.constant(7),
  warmup: fc.constant(false),
  lengthMs: fc.integer({ min: 1, max: 1000 }),
  planned: count,
  dropped: count,
  ...ended,
  bytes: fc.record({ sent: count, received: count }),
  grpcStatuses: fc.dictionary(fc.constantFrom('OK', 'UNAVAILABLE'), fc.integer({ min: 1, max: 50 }), { noNullPrototype: true }),
  messages: fc.record({ sent: count, received: count, sentBytes: count, receivedBytes: count, coalesced: count }),
  streamEnds: fc.dictionary(fc.constantFrom('complete', 'timed_out'), fc.integer({ min: 1, max: 50 }), { noNullPrototype: true }),
  tokens: fc.record({ input: count, output: count, streams: count, counted: count, good: count }),
  closeCodes: fc.dictionary(fc.constantFrom('1000', '1006'), fc.integer({ min: 1, max: 50 }), { noNullPrototype: true }),
  stragglers: outcomes,
  inFlight: count,
  peakInFlight: count,
  waiting: count,
  slots: count,
  busySlotMs: count,
  blocked: count,
  connections: fc.record({
    opened: count,
    reused: count,
    closedByPeer: count,
    closedByUs: count,
    failed: count,
    tlsHandshakes: count,
    open: count,
  }),
  traces: fc.array(
    fc.record({
      traceId: fc.constant('0'.repeat(32)),
      second: count,
      responseTimeUs: count,
      outcome: fc.constant('response' as const),
      status: fc.constant(200),
      request: fc.constant(null),
    }),
    { maxLength: 2 },
  ),
  errors: fc.array(
    fc.record({
      outcome: fc.constant('reset' as const),
      status: fc.constant(null),
      message: fc.string({ maxLength: 3 }),
      body: fc.constant(null),
      second: count,
      request: fc.constant(null),
    }),
    { maxLength: 2 },
  ),
  generator: fc.record({
    cpu: count,
    eventLoopDelayP99Us: count,
    eventLoopUtilisation: fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
    rssBytes: count,
    clockDriftMs: fc.integer({ min: -200, max: 200 }),
    otherWork: knownShare,
    waitedForCore: knownShare,
    throttled: knownShare,
  }),
  histograms: bytesOf(histogramNames),
  byRequest: fc.tuple(request('a'), request('b')),
});
const over = fc.constantFrom<MergedOver>('shards', 'seconds');

/** Counts by occupied bucket. */
function countsOf(encoded: Uint8Array): Record<string, number> {
  const { counts, used } = decode(encoded);
  return Object.fromEntries([...counts.subarray(0, used).entries()].filter(([, n]) => n > 0));
}

/** Two samples added by hand, field by field: the oracle. Histograms as their counts by bucket. */
function addedByHand(a: Sample, b: Sample, way: MergedOver) {
  const level = (x: number, y: number) => (way === 'shards' ? x + y : Math.max(x, y));
  const byKey = (x: object, y: object) => {
    const total = new Map<string, number>(Object.entries(x));
    for (const [key, value] of Object.entries(y)) total.set(key, (total.get(key) ?? 0) + value);
    return Object.fromEntries(total);
  };
  const buckets = (x: Uint8Array, y: Uint8Array) => {
    const [left, right] = [countsOf(x), countsOf(y)];
    return Object.fromEntries(
      [...Object.keys(left), ...Object.keys(right)].map((bucket) => [bucket, (left[bucket] ?? 0) + (right[bucket] ?? 0)]),
    );
  };
  const times = (x: Record<string, Uint8Array>, y: Record<string, Uint8Array>) =>
    Object.fromEntries(Object.keys(x).map((name) => [name, buckets(x[name] as Uint8Array, y[name] as Uint8Array)]));
  const endedOf = (x: RequestSample | Sample, y: RequestSample | Sample) => ({
    sent: x.sent + y.sent,
    done: x.done + y.done,
    failed: x.failed + y.failed,
    doneTimeUs: x.doneTimeUs + y.doneTimeUs,
    failedTimeUs: x.failedTimeUs + y.failedTimeUs,
    outcomes: byKey(x.outcomes, y.outcomes),
    statuses: byKey(x.statuses, y.statuses),
    histograms: times(x.histograms, y.histograms),
  });
  const known = (x: number | null, y: number | null) => (x === null ? y : y === null ? x : Math.max(x, y));
  const [c, d] = [a.connections, b.connections];
  const [g, h] = [a.generator, b.generator];
  const drifts = [g.clockDriftMs, h.clockDriftMs].sort((x, y) => Math.abs(y) - Math.abs(x) || y - x);
  return {
    second: 7,
    warmup: false,
    lengthMs: way === 'shards' ? Math.max(a.lengthMs, b.lengthMs) : a.lengthMs + b.lengthMs,
    planned: a.planned + b.planned,
    dropped: a.dropped + b.dropped,
    ...endedOf(a, b),
    bytes: { sent: a.bytes.sent + b.bytes.sent, received: a.bytes.received + b.bytes.received },
    grpcStatuses: byKey(a.grpcStatuses, b.grpcStatuses),
    messages: {
      sent: a.messages.sent + b.messages.sent,
      received: a.messages.received + b.messages.received,
      sentBytes: a.messages.sentBytes + b.messages.sentBytes,
      receivedBytes: a.messages.receivedBytes + b.messages.receivedBytes,
      coalesced: a.messages.coalesced + b.messages.coalesced,
    },
    streamEnds: byKey(a.streamEnds, b.streamEnds),
    tokens: {
      input: a.tokens.input + b.tokens.input,
      output: a.tokens.output + b.tokens.output,
      streams: a.tokens.streams + b.tokens.streams,
      counted: a.tokens.counted + b.tokens.counted,
      good: a.tokens.good + b.tokens.good,
    },
    closeCodes: byKey(a.closeCodes, b.closeCodes),
    stragglers: byKey(a.stragglers, b.stragglers),
    inFlight: level(a.inFlight, b.inFlight),
    peakInFlight: level(a.peakInFlight, b.peakInFlight),
    waiting: level(a.waiting, b.waiting),
    slots: level(a.slots, b.slots),
    busySlotMs: a.busySlotMs + b.busySlotMs,
    blocked: a.blocked + b.blocked,
    connections: {
      opened: c.opened + d.opened,
      reused: c.reused + d.reused,
      closedByPeer: c.closedByPeer + d.closedByPeer,
      closedByUs: c.closedByUs + d.closedByUs,
      failed: c.failed + d.failed,
      tlsHandshakes: c.tlsHandshakes + d.tlsHandshakes,
      open: level(c.open, d.open),
    },
    errors: [...a.errors, ...b.errors],
    traces: [...a.traces, ...b.traces],
    generator: {
      cpu: Math.max(g.cpu, h.cpu),
      eventLoopDelayP99Us: Math.max(g.eventLoopDelayP99Us, h.eventLoopDelayP99Us),
      eventLoopUtilisation: Math.max(g.eventLoopUtilisation, h.eventLoopUtilisation),
      rssBytes: Math.max(g.rssBytes, h.rssBytes),
      clockDriftMs: drifts[0],
      otherWork: known(g.otherWork, h.otherWork),
      waitedForCore: known(g.waitedForCore, h.waitedForCore),
      throttled: known(g.throttled, h.throttled),
    },
    byRequest: a.byRequest.map((part, index) => ({ name: part.name, ...endedOf(part, b.byRequest[index] as RequestSample) })),
  };
}

/** Encoded histograms as their counts by bucket. */
function readable(merged: Sample) {
  const times = (histograms: Record<string, Uint8Array>) =>
    Object.fromEntries(Object.entries(histograms).map(([name, encoded]) => [name, countsOf(encoded)]));
  const byRequest = merged.byRequest.map((part) => ({ ...part, histograms: times(part.histograms) }));
  return { ...merged, histograms: times(merged.histograms), byRequest };
}

const merge = (parts: readonly Sample[], way: MergedOver) => mergeSamples(sampleFields, parts, way);
/** Lists hold the same whatever the order. */
const unordered = (merged: Sample) => ({
  ...readable(merged),
  errors: merged.errors.map((each) => JSON.stringify(each)).sort(),
  traces: merged.traces.map((each) => JSON.stringify(each)).sort(),
});

describe('merging samples', () => {
  it('gives what adding field by field gives', () => {
    fc.assert(
      fc.property(sample, sample, over, (a, b, way) => {
        expect(readable(merge([a, b], way))).toEqual(addedByHand(a, b, way));
      }),
      { numRuns: 40 },
    );
  });

  it('is associative and commutative, over shards and over seconds', () => {
    fc.assert(
      fc.property(sample, sample, sample, over, (a, b, c, way) => {
        const whole = unordered(merge([a, b, c], way));
        expect(unordered(merge([merge([a, b], way), c], way))).toEqual(whole);
        expect(unordered(merge([a, merge([b, c], way)], way))).toEqual(whole);
        expect(unordered(merge([c, a, b], way))).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });

  it('changes nothing where nothing is added', () => {
    fc.assert(
      fc.property(sample, over, (a, way) => {
        const nothing = mergeFields(sampleFields, [] as Sample[], way);
        expect(mergeFields(sampleFields, [a, nothing], way)).toEqual(mergeFields(sampleFields, [a], way));
        expect(mergeFields(sampleFields, [nothing], way)).toEqual(nothing);
      }),
    );
  });
});

describe('the table of a second', () => {
  const [one] = fc.sample(sample, { numRuns: 1, seed: 1 }) as [Sample];
  const names = (place: string) => [
    ...Object.entries(sampleFields).flatMap(([name, { places }]) => ((places as readonly string[]).includes(place) ? [name] : [])),
    ...Object.entries(times).flatMap(([name, { places }]) => ((places as readonly string[]).includes(place) ? [name] : [])),
  ];

  it('is all that a sample holds besides its place in the run, its histograms and its requests', () => {
    const rest = ['second', 'warmup', 'histograms', 'byRequest'];
    expect(Object.keys(sampleSchema.shape).sort()).toEqual([...Object.keys(sampleFields), ...rest].sort());
    expect(sampleSchema.parse(one)).toEqual(one);
    for (const name of histogramNames) {
      const { [name]: _, ...less } = one.histograms;
      expect(sampleSchema.safeParse({ ...one, histograms: less }).success, name).toBe(false);
    }
  });

  it('is what points and summaries show, as the schema and as what is made have it', () => {
    const [point] = mergeIntoPoints([one], 1);
    expect(Object.keys(point ?? {})).toEqual(expect.arrayContaining(names('point')));
    expect(Object.keys(pointSchema.shape)).toEqual(expect.arrayContaining(names('point')));
    expect(pointSchema.parse(point)).toEqual(point);
    const summary = summarise([one]);
    expect(Object.keys(summary)).toEqual(expect.arrayContaining(names('summary')));
    expect(Object.keys(summarySchema.shape)).toEqual(expect.arrayContaining(names('summary')));
    expect(summarySchema.parse(summary)).toEqual(summary);
    expect(Object.keys(summary.byRequest[0] ?? {})).toEqual(expect.arrayContaining(names('requestSummary')));
    expect(Object.keys(point?.byRequest[0] ?? {})).toEqual(expect.arrayContaining(names('requestPoint')));
    expect(Object.keys(one.byRequest[0]?.histograms ?? {})).toEqual(requestTimeNames);
  });

  it('lets what an older version kept lack a histogram that came later', () => {
    const summary = summarise([one]);
    for (const [name, { later, places }] of Object.entries(times)) {
      if (!(places as readonly string[]).includes('summary')) continue;
      const { [name as keyof typeof summary]: _, ...older } = summary;
      const read = summarySchema.safeParse(older);
      expect(read.success, name).toBe(later);
      if (later) expect(read.data).toEqual({ ...summary, [name]: noTimes });
    }
  });

  it('names a column of its own for each histogram, and the count columns of a CSV', () => {
    const columns = histogramNames.map(columnOf);
    expect(new Set(columns).size).toBe(histogramNames.length);
    expect(columns).toEqual(expect.arrayContaining(['response_time', 'time_to_first_byte', 'message_round_trip']));
    expect(csvFields).toEqual(expect.arrayContaining(['ReqSent', 'ReqDone', 'ReqFailed']));
  });
});
