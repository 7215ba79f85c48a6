/** A series as bytes. Its entries are written in stretches, and each stretch is decoded when it is first asked for. */
import { measureOwnPulls } from '../../bootstrap/influence.ts';
import type { RunSeries } from '../../bootstrap/run-series.ts';
import { type BucketStretch, countStretches, stretchBuckets, type UnitBuckets } from '../../bootstrap/unit-buckets.ts';
import {
  type ByteReader,
  type ByteWriter,
  openByteWriter,
  StoredBytesError,
  takeBytes,
  takeDoubles,
  takeLength,
  takeNumber,
} from '../../bytes/byte-stream.ts';

export function putSeries(writer: ByteWriter, series: RunSeries): void {
  const { seconds, unitSeconds, units, fromSecond, finished, failed, planned, dropped, lengthSeconds, times } = series;
  for (const value of [seconds, unitSeconds, units, ...fromSecond, ...finished, ...failed, ...planned, ...dropped]) writer.put(value);
  writer.putDoubles(lengthSeconds);
  putTimes(writer, times, units);
  const pulls = measureOwnPulls(series);
  writer.put(pulls.length);
  for (const { limit, pull } of pulls) {
    writer.put(limit);
    writer.putDoubles(pull);
  }
}

export function takeSeries(reader: ByteReader): RunSeries {
  const [seconds, unitSeconds, units] = [takeNumber(reader), takeNumber(reader), takeLength(reader)];
  const takeUnits = () => Float64Array.from({ length: units }, () => takeNumber(reader));
  const [fromSecond, finished, failed, planned, dropped] = [takeUnits(), takeUnits(), takeUnits(), takeUnits(), takeUnits()];
  const lengthSeconds = takeDoubles(reader, units);
  const times = takeTimes(reader, units);
  const ownPulls = Array.from({ length: takeLength(reader) }, () => ({ limit: takeNumber(reader), pull: takeDoubles(reader, units) }));
  return { seconds, unitSeconds, units, fromSecond, finished, failed, planned, dropped, lengthSeconds, times, ownPulls };
}

function putTimes({ put, putBytes }: ByteWriter, times: UnitBuckets, units: number): void {
  const { buckets, totals } = times;
  put(buckets.length);
  let before = 0;
  for (const [index, bucket] of buckets.entries()) {
    put(bucket - before);
    put(totals[index] as number);
    before = bucket;
  }
  const columns = stretchBuckets(units);
  for (let index = 0; index < countStretches(buckets.length, units); index++) {
    const stretch = openByteWriter();
    putStretch(stretch, times.stretchAt(index), Math.min(columns, buckets.length - index * columns), units);
    const bytes = stretch.done();
    put(bytes.byteLength);
    putBytes(bytes);
  }
}

function takeTimes(reader: ByteReader, units: number): UnitBuckets {
  const length = takeLength(reader);
  const buckets = new Int32Array(length);
  const totals = new Float64Array(length);
  let bucket = 0;
  for (let index = 0; index < length; index++) {
    bucket += takeNumber(reader);
    buckets[index] = bucket;
    totals[index] = takeNumber(reader);
  }
  const columns = stretchBuckets(units);
  const stretches = Array.from({ length: countStretches(length, units) }, () => takeBytes(reader, takeLength(reader)));
  return {
    buckets,
    totals,
    stretchAt: (index) => takeStretch(stretches[index] as Uint8Array<ArrayBuffer>, Math.min(columns, length - index * columns), units),
  };
}

/** A bucket that more than half of the units have is written with a count for each, others with the units that have it. */
function putStretch({ put }: ByteWriter, { before, starts, unit, count }: BucketStretch, buckets: number, units: number): void {
  for (const values of before) put(values);
  for (let index = 0; index < buckets; index++) {
    const from = starts[index] as number;
    const to = starts[index + 1] as number;
    put(to - from);
    let next = 0;
    const dense = 2 * (to - from) > units;
    for (let i = from; i < to; i++) {
      const at = unit[i] as number;
      if (dense) for (; next < at; next++) put(0);
      else put(at - next);
      next = at + 1;
      put(count[i] as number);
    }
    if (dense) for (; next < units; next++) put(0);
  }
}

function takeStretch(bytes: Uint8Array<ArrayBuffer>, buckets: number, units: number): BucketStretch {
  const reader: ByteReader = { bytes, at: 0 };
  const before = new Float64Array(units);
  for (let at = 0; at < units; at++) before[at] = takeNumber(reader);
  const starts = new Int32Array(buckets + 1);
  // An entry takes a byte at least.
  const unit = new Int32Array(bytes.byteLength);
  const count = new Float64Array(bytes.byteLength);
  let size = 0;
  for (let index = 0; index < buckets; index++) {
    const inBucket = takeNumber(reader);
    if (2 * inBucket > units)
      for (let at = 0; at < units; at++) {
        const values = takeNumber(reader);
        if (values === 0) continue;
        unit[size] = at;
        count[size++] = values;
      }
    else
      for (let i = 0, next = 0; i < inBucket; i++) {
        const at = next + takeNumber(reader);
        next = at + 1;
        unit[size] = at;
        count[size++] = takeNumber(reader);
      }
    starts[index + 1] = size;
  }
  if (reader.at !== bytes.byteLength) throw new StoredBytesError('A stretch of buckets is longer than it says.');
  return { before, starts, unit, count };
}
