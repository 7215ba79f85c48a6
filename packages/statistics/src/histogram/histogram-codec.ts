/**
 * HdrHistogram V2 bytes, mostly compressed, read without building a histogram per second: a run of an hour holds 18 000 of them.
 * Format: big-endian cookie, length, zlib stream; inside it a 40-byte header and the counts as ZigZag LEB128-64b9B, where a
 * negative number stands for that many empty buckets.
 */
// The one module of Node's in this package: its synchronous half is a pure function of the bytes. A zlib written in JavaScript
// (fflate 0.8.3) takes 1.4 to 3 times as long to read a histogram and 1.4 to 2 times as long to write one, which load threads do.
import { deflateSync, inflateSync } from 'node:zlib';

const cookieV2 = 0x1c849303;
const cookieV2Compressed = 0x1c849304;
const wordSizeBits = 0x10;
const headerBytes = 40;
const significantDigits = 3;

/** Buckets of the widest layout there is (63-bit values). Bytes that claim more are damaged. */
const mostBuckets = 56 * 1024;
/** All of them at nine bytes each: what inflates to more is no histogram. */
const mostInflatedBytes = headerBytes + 9 * mostBuckets;

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { chunkSize: 8192, maxOutputLength: mostInflatedBytes });
  } catch (cause) {
    throw new HistogramFormatError('The compressed part of a histogram is damaged.', { cause });
  }
}

/** The bytes are no histogram of ours. */
export class HistogramFormatError extends Error {
  readonly code = 'histogram_format';
  override readonly name = 'HistogramFormatError';
}

/** The uncompressed V2 bytes, header checked. Never writes into `bytes` (a Buffer of the database driver is a view). */
function readPayload(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength < 8) throw new HistogramFormatError(`A histogram has at least 8 bytes. Got ${bytes.byteLength}.`);
  const outer = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cookie = outer.getUint32(0) & ~0xf0;
  const plain = cookie === cookieV2 ? bytes : cookie === cookieV2Compressed ? inflate(bytes.subarray(8, 8 + outer.getUint32(4))) : null;
  if (!plain) throw new HistogramFormatError('These bytes are no HdrHistogram V2.');
  const header = new DataView(plain.buffer, plain.byteOffset, plain.byteLength);
  if (plain.byteLength < headerBytes || (header.getUint32(0) & ~0xf0) !== cookieV2)
    throw new HistogramFormatError('The compressed bytes hold no HdrHistogram V2.');
  const unit = header.getUint32(16) * 2 ** 32 + header.getUint32(20);
  if (header.getUint32(12) !== significantDigits || unit !== 1)
    throw new HistogramFormatError(`Histograms have unit 1 and 3 significant digits. Got unit ${unit} and ${header.getUint32(12)} digits.`);
  const end = headerBytes + header.getUint32(4);
  if (plain.byteLength < end) throw new HistogramFormatError(`A histogram of ${end} bytes ends after ${plain.byteLength}.`);
  return plain.subarray(headerBytes, end);
}

/** Where decoded counts go. */
export interface BucketCounts {
  counts: Float64Array;
  used: number;
  total: number;
}

/** Adds the counts of encoded bytes to `into`. No bytes at all stand for an empty histogram. One plain loop: this is the hot path. */
export function addBuckets(into: BucketCounts, bytes: Uint8Array): void {
  if (bytes.byteLength === 0) return;
  const payload = readPayload(bytes);
  const end = payload.byteLength;
  let { counts, total } = into;
  let position = 0;
  let index = 0;
  let used = 0;
  while (position < end) {
    let byte = payload[position++] as number;
    let word = byte & 0x7f;
    let scale = 128;
    // Up to 8 bytes of 7 bits, then a ninth of 8; multiplication keeps counts beyond 32 bits whole.
    for (let taken = 1; byte >= 0x80 && position < end && taken < 9; taken++) {
      byte = payload[position++] as number;
      word += (taken === 8 ? byte : byte & 0x7f) * scale;
      scale *= 128;
    }
    if (word % 2 === 1) index += (word + 1) / 2;
    else {
      if (word > 0) {
        if (index >= mostBuckets) throw new HistogramFormatError(`A histogram has at most ${mostBuckets} buckets.`);
        if (index >= counts.length) counts = growCounts(counts, index);
        counts[index] = (counts[index] as number) + word / 2;
        total += word / 2;
        used = index + 1;
      }
      index++;
    }
  }
  into.counts = counts;
  into.total = total;
  into.used = Math.max(into.used, used);
}

/** A longer array with the same counts, up to the end of the doubling that holds `index`. */
export function growCounts(counts: Float64Array, index: number): Float64Array {
  const longer = new Float64Array(Math.ceil((index + 1) / 1024) * 1024);
  longer.set(counts);
  return longer;
}

/** Up to here compressing saves a few dozen bytes and costs several times what the rest of the work does, here and when it is read. */
const mostPlainBytes = 400;

/** V2 bytes of counts by bucket, compressed unless they are few; `highest` goes into the header as the highest trackable value. */
export function encodeBuckets(counts: ArrayLike<number>, highest: number): Uint8Array<ArrayBuffer> {
  let used = counts.length;
  while (used > 0 && !counts[used - 1]) used--;
  const plain = new Uint8Array(headerBytes + 9 * used + 9);
  let position = headerBytes;
  const put = (value: number) => {
    let word = value >= 0 ? value * 2 : -value * 2 - 1;
    for (; word >= 128; word = Math.floor(word / 128)) plain[position++] = (word % 128) | 0x80;
    plain[position++] = word;
  };
  for (let index = 0; index < used; ) {
    const count = counts[index++] as number;
    if (count > 0) put(count);
    else {
      let zeros = 1;
      for (; index < used && !counts[index]; index++) zeros++;
      put(zeros > 1 ? -zeros : 0);
    }
  }
  // The reference encoder writes one empty bucket for an empty histogram.
  if (used === 0) put(0);
  const header = new DataView(plain.buffer);
  header.setUint32(0, cookieV2 | wordSizeBits);
  header.setUint32(4, position - headerBytes);
  header.setUint32(8, 1);
  header.setUint32(12, significantDigits);
  header.setUint32(20, 1);
  header.setUint32(24, Math.floor(highest / 2 ** 32));
  header.setUint32(28, highest % 2 ** 32);
  header.setUint32(36, 1);
  return position <= mostPlainBytes ? plain.slice(0, position) : compressed(plain.subarray(0, position));
}

/** The same histogram in compressed V2 bytes, which is all that logs and other readers take. */
export function compressBytes(bytes: Uint8Array): Uint8Array {
  const cookie = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0) & ~0xf0;
  return cookie === cookieV2 ? compressed(bytes) : bytes;
}

function compressed(plain: Uint8Array): Uint8Array<ArrayBuffer> {
  const body = deflateSync(plain);
  const bytes = new Uint8Array(8 + body.byteLength);
  const outer = new DataView(bytes.buffer);
  outer.setUint32(0, cookieV2Compressed | wordSizeBits);
  outer.setUint32(4, body.byteLength);
  bytes.set(body, 8);
  return bytes;
}
