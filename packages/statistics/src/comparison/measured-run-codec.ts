/**
 * A measured run as bytes, to be kept: charts as JSON, series as numbers of 7 bits a byte, the lowest first, a high bit where more follow
 * (LEB128). Nothing is rounded: lengths of seconds are doubles as they are.
 */
import { detailTimes } from '@plimsoll/contracts/compared-metric';
import { pointSchema } from '@plimsoll/contracts/sample';
import type { RunSeries } from '../bootstrap/run-series.ts';
import type { UnitBuckets } from '../bootstrap/unit-buckets.ts';
import type { MeasuredRun } from './measured-run.ts';

export interface EncodedRun {
  /** JSON. */
  readonly charts: string;
  readonly series: Uint8Array<ArrayBuffer>;
}

/** Raise it when what is measured or how it is written changes its meaning. */
const revision = 2;

/** What was kept under another name is measured again. A point's new field changes it by itself. */
export const measuredRunFormat = `${revision} ${Object.keys(pointSchema.shape).join(' ')}`;

/** The bytes are not what was kept. */
export class MeasuredRunFormatError extends Error {
  readonly code = 'measured_run_format';
  override readonly name = 'MeasuredRunFormatError';
}

function openWriter() {
  let bytes = new Uint8Array(1 << 16);
  let size = 0;
  const reserve = (more: number) => {
    if (size + more <= bytes.length) return;
    const longer = new Uint8Array(2 * (size + more));
    longer.set(bytes.subarray(0, size));
    bytes = longer;
  };
  return {
    /** A whole number from 0 to 2^53. */
    put(value: number) {
      reserve(8);
      let rest = value;
      for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[size++] = (rest % 128) | 0x80;
      bytes[size++] = rest;
    },
    putBytes(part: Uint8Array) {
      reserve(part.byteLength);
      bytes.set(part, size);
      size += part.byteLength;
    },
    done: () => bytes.slice(0, size),
  };
}
type Writer = ReturnType<typeof openWriter>;

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}

function take(reader: Reader): number {
  const { bytes } = reader;
  let byte = bytes[reader.at++] as number;
  if (byte < 0x80) return byte;
  let value = byte & 0x7f;
  for (let scale = 128; byte >= 0x80; scale *= 128) {
    byte = bytes[reader.at++] as number;
    value += (byte & 0x7f) * scale;
  }
  // Bytes that end too early are undefined.
  if (Number.isNaN(value) || byte === undefined) throw new MeasuredRunFormatError('A measured run ends too early.');
  return value;
}

/** Of a list: each of its items takes a byte at least. */
function takeLength(reader: Reader): number {
  const length = take(reader);
  if (length > reader.bytes.length - reader.at) throw new MeasuredRunFormatError('A measured run ends too early.');
  return length;
}

function takeBytes(reader: Reader, length: number): Uint8Array<ArrayBuffer> {
  // A copy: a Buffer of the database driver is a view, and slices of it are.
  const part = new Uint8Array(reader.bytes.subarray(reader.at, reader.at + length));
  if (part.byteLength < length) throw new MeasuredRunFormatError('A measured run ends too early.');
  reader.at += length;
  return part;
}

/** A bucket that more than half of the units have is written with a count for each, others with the units that have it. */
function putTimes({ put }: Writer, { buckets, starts, unit, count }: UnitBuckets, units: number): void {
  put(buckets.length);
  put(unit.length);
  let before = 0;
  for (const [index, bucket] of buckets.entries()) {
    put(bucket - before);
    before = bucket;
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

function takeTimes(reader: Reader, units: number): UnitBuckets {
  const [length, entries] = [takeLength(reader), takeLength(reader)];
  const buckets = new Int32Array(length);
  const starts = new Int32Array(length + 1);
  const unit = new Int32Array(entries);
  const count = new Float64Array(entries);
  let size = 0;
  let bucket = 0;
  for (let index = 0; index < length; index++) {
    bucket += take(reader);
    buckets[index] = bucket;
    const inBucket = take(reader);
    if (2 * inBucket > units)
      for (let at = 0; at < units; at++) {
        const values = take(reader);
        if (values === 0) continue;
        unit[size] = at;
        count[size++] = values;
      }
    else
      for (let i = 0, next = 0; i < inBucket; i++) {
        const at = next + take(reader);
        next = at + 1;
        unit[size] = at;
        count[size++] = take(reader);
      }
    starts[index + 1] = size;
  }
  if (size !== entries) throw new MeasuredRunFormatError(`A measured run names ${entries} entries and has ${size}.`);
  return { buckets, starts, unit, count };
}

function putSeries(
  writer: Writer,
  { seconds, unitSeconds, units, finished, failed, planned, dropped, lengthSeconds, times }: RunSeries,
): void {
  for (const value of [seconds, unitSeconds, units, ...finished, ...failed, ...planned, ...dropped]) writer.put(value);
  writer.putBytes(new Uint8Array(lengthSeconds.slice().buffer));
  putTimes(writer, times, units);
}

function takeSeries(reader: Reader): RunSeries {
  const [seconds, unitSeconds, units] = [take(reader), take(reader), takeLength(reader)];
  const takeUnits = () => Float64Array.from({ length: units }, () => take(reader));
  const [finished, failed, planned, dropped] = [takeUnits(), takeUnits(), takeUnits(), takeUnits()];
  const lengthSeconds = new Float64Array(takeBytes(reader, 8 * units).buffer);
  return { seconds, unitSeconds, units, finished, failed, planned, dropped, lengthSeconds, times: takeTimes(reader, units) };
}

export function encodeMeasuredRun({ series, charts, details, requests }: MeasuredRun): EncodedRun {
  const writer = openWriter();
  putSeries(writer, series);
  for (const name of detailTimes) putSeries(writer, details.get(name) as RunSeries);
  writer.put(requests.size);
  for (const [name, of] of requests) {
    const bytes = new TextEncoder().encode(name);
    writer.put(bytes.byteLength);
    writer.putBytes(bytes);
    putSeries(writer, of);
  }
  return { charts: JSON.stringify(charts), series: writer.done() };
}

/** Throws {@link MeasuredRunFormatError} on anything else. */
export function decodeMeasuredRun({ charts, series }: EncodedRun): MeasuredRun {
  const reader: Reader = { bytes: series, at: 0 };
  const whole = takeSeries(reader);
  const details = new Map(detailTimes.map((name) => [name, takeSeries(reader)]));
  const requests = new Map<string, RunSeries>();
  for (let left = take(reader); left > 0; left--) {
    const name = new TextDecoder().decode(takeBytes(reader, take(reader)));
    requests.set(name, takeSeries(reader));
  }
  return { series: whole, charts: JSON.parse(charts) as MeasuredRun['charts'], details, requests };
}
