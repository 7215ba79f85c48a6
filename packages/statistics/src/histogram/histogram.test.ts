import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import * as hdr from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import { findBucket, highestOf, lowestOf, middleOf } from './bucket-layout.ts';
import { decode, emptyHistogram, encode, HistogramFormatError, merge, record, summarizeTimes, valueAt } from './histogram.ts';

const reference = () =>
  hdr.build({
    bitBucketSize: 32,
    autoResize: true,
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000,
    numberOfSignificantValueDigits: 3,
  });
const bytesOf = (histogram: hdr.Histogram) => new Uint8Array(Buffer.from(hdr.encodeIntoCompressedBase64(histogram), 'base64'));
/** The reference reads compressed bytes; those of few buckets are compressed here for it. */
function readByReference(bytes: Uint8Array): hdr.Histogram {
  const isCompressed = Buffer.from(bytes).readUInt32BE(0) === 0x1c849314;
  const body = isCompressed ? null : deflateSync(bytes);
  const lead = Buffer.alloc(8);
  lead.writeUInt32BE(0x1c849314, 0);
  lead.writeUInt32BE(body?.byteLength ?? 0, 4);
  return hdr.decodeFromCompressedBase64(Buffer.from(body ? Buffer.concat([lead, body]) : bytes).toString('base64'), 'packed');
}
const of = (values: readonly number[]) => {
  const histogram = emptyHistogram();
  for (const value of values) record(histogram, value);
  return histogram;
};
const valueUs = fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 600_000_000 }));
const values = fc.array(valueUs, { minLength: 1, maxLength: 300 });

describe('histogram', () => {
  it('matches the published vector: 10 000 × 1 ms and one 100 s, corrected at 10 ms', () => {
    const histogram = emptyHistogram();
    record(histogram, 1000, 10_000);
    for (let value = 100_000_000; value >= 10_000; value -= 10_000) record(histogram, value);
    const times = summarizeTimes(histogram);
    const near = (got: number | null, wanted: number) => expect(Math.abs((got ?? 0) / wanted - 1)).toBeLessThan(0.001);
    near(times.p50Us, 1000);
    near(times.p75Us, 50_000_000);
    near(times.p90Us, 80_000_000);
    near(times.p99Us, 98_000_000);
    near(times.meanUs, 25_000_500);
    near(times.maxUs, 100_000_000);
    expect(times.count).toBe(20_000);
  });

  it('places, reads and averages every value as the reference implementation does', () => {
    fc.assert(
      fc.property(values, (recorded) => {
        const theirs = reference();
        for (const value of recorded) theirs.recordValue(value);
        const ours = of(recorded);
        const times = summarizeTimes(ours);
        for (const p of [0, 1, 25, 50, 75, 90, 95, 99, 99.9, 100]) expect(valueAt(ours, p)).toBe(theirs.getValueAtPercentile(p));
        expect(times.meanUs).toBeCloseTo(theirs.mean, 6);
        expect(times.count).toBe(theirs.totalCount);
      }),
    );
  });

  it('decodes the bytes of the reference encoder, and the reference decodes ours', () => {
    fc.assert(
      fc.property(values, (recorded) => {
        const theirs = reference();
        for (const value of recorded) theirs.recordValue(value);
        const ours = of(recorded);
        expect(summarizeTimes(decode(bytesOf(theirs)))).toEqual(summarizeTimes(ours));
        const back = readByReference(encode(ours));
        expect(back.totalCount).toBe(recorded.length);
        for (const p of [50, 99, 100]) expect(back.getValueAtPercentile(p)).toBe(theirs.getValueAtPercentile(p));
      }),
    );
  });

  it('gives quantiles within one bucket above the sorted array', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 100, noNaN: true }), (recorded, percentile) => {
        const sorted = [...recorded].sort((a, b) => a - b);
        const exact = sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length - 1e-9) - 1)] as number;
        expect(valueAt(of(recorded), percentile)).toBe(highestOf(findBucket(exact)));
      }),
    );
  });

  it('merges parts into exactly the whole, in any order and through bytes', () => {
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 6 }), (parts) => {
        const whole = summarizeTimes(of(parts.flat()));
        expect(summarizeTimes(merge(parts.map((part) => encode(of(part)))))).toEqual(whole);
        expect(summarizeTimes(merge(parts.map(of).reverse()))).toEqual(whole);
      }),
    );
  });

  it('keeps every value inside its bucket with at most 0.1 % of error', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (value) => {
        const index = findBucket(value);
        expect(lowestOf(index)).toBeLessThanOrEqual(value);
        expect(highestOf(index)).toBeGreaterThanOrEqual(value);
        expect(middleOf(index)).toBeGreaterThanOrEqual(lowestOf(index));
        if (value > 0) expect((highestOf(index) - lowestOf(index)) / value).toBeLessThanOrEqual(0.001);
      }),
    );
  });

  it('keeps counts beyond 32 bits through its bytes', () => {
    const histogram = emptyHistogram();
    record(histogram, 1234, 2 ** 40 + 1);
    record(histogram, 50_000_000, 3);
    const back = decode(encode(histogram));
    expect(back.total).toBe(2 ** 40 + 4);
    expect(valueAt(back, 50)).toBe(valueAt(histogram, 50));
  });

  it('answers null for every figure of an empty histogram, also after a round trip and for no bytes', () => {
    for (const empty of [emptyHistogram(), decode(encode(emptyHistogram())), decode(new Uint8Array()), decode(bytesOf(reference()))]) {
      expect(summarizeTimes(empty)).toMatchObject({ count: 0, meanUs: null, minUs: null, p50Us: null, maxUs: null });
    }
  });

  it('does not change the bytes it reads', () => {
    const bytes = Buffer.from(encode(of([1, 20, 300, 4000])));
    const before = Buffer.from(bytes);
    decode(bytes);
    expect(bytes.equals(before)).toBe(true);
  });

  it('refuses bytes that are no histogram, and histograms of another layout', () => {
    expect(() => decode(new Uint8Array([1, 2, 3]))).toThrow(HistogramFormatError);
    expect(() => decode(new Uint8Array(64))).toThrow(HistogramFormatError);
    const coarse = hdr.build({ numberOfSignificantValueDigits: 2, highestTrackableValue: 1000 });
    coarse.recordValue(7);
    expect(() => decode(bytesOf(coarse))).toThrow(/2 digits/);
    const few = encode(of([1000, 2000]));
    expect(decode(few).total).toBe(2);
    expect(() => decode(few.subarray(0, few.length - 1))).toThrow(/ends after/);
  });
});
