/** Numbers and bytes one after the other: numbers with 7 bits a byte, the lowest first, a high bit where more follow (LEB128). */

/** The bytes are not what was kept. */
export class StoredBytesError extends Error {
  readonly code = 'stored_bytes';
  override readonly name = 'StoredBytesError';
}

export interface ByteWriter {
  /** A whole number from 0 to 2^53. */
  put(value: number): void;
  putBytes(part: Uint8Array): void;
  /** As their 8 bytes: nothing is rounded. */
  putDoubles(values: Float64Array): void;
  done(): Uint8Array<ArrayBuffer>;
}

export function openByteWriter(): ByteWriter {
  let bytes = new Uint8Array(1 << 16);
  let size = 0;
  const reserve = (more: number) => {
    if (size + more <= bytes.length) return;
    const longer = new Uint8Array(2 * (size + more));
    longer.set(bytes.subarray(0, size));
    bytes = longer;
  };
  const putBytes = (part: Uint8Array) => {
    reserve(part.byteLength);
    bytes.set(part, size);
    size += part.byteLength;
  };
  return {
    put(value) {
      reserve(8);
      let rest = value;
      for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[size++] = (rest % 128) | 0x80;
      bytes[size++] = rest;
    },
    putBytes,
    putDoubles: (values) => putBytes(new Uint8Array(values.slice().buffer)),
    done: () => bytes.slice(0, size),
  };
}

export interface ByteReader {
  readonly bytes: Uint8Array<ArrayBuffer>;
  at: number;
}

function endsTooEarly(): StoredBytesError {
  return new StoredBytesError('What was kept ends too early.');
}

/** All that take something throw {@link StoredBytesError} where the bytes end too early. */
export function takeNumber(reader: ByteReader): number {
  const { bytes } = reader;
  let byte = bytes[reader.at++] as number;
  if (byte < 0x80) return byte;
  let value = byte & 0x7f;
  for (let scale = 128; byte >= 0x80; scale *= 128) {
    byte = bytes[reader.at++] as number;
    value += (byte & 0x7f) * scale;
  }
  // Bytes that end too early are undefined.
  if (Number.isNaN(value) || byte === undefined) throw endsTooEarly();
  return value;
}

/** The length of a list: each of its items takes a byte at least. */
export function takeLength(reader: ByteReader): number {
  const length = takeNumber(reader);
  if (length > reader.bytes.length - reader.at) throw endsTooEarly();
  return length;
}

/** A view. */
export function takeBytes(reader: ByteReader, length: number): Uint8Array<ArrayBuffer> {
  const part = reader.bytes.subarray(reader.at, reader.at + length);
  if (part.byteLength < length) throw endsTooEarly();
  reader.at += length;
  return part;
}

export function takeDoubles(reader: ByteReader, length: number): Float64Array {
  // A copy of its own, aligned. (The slice of a Buffer would be a view.)
  return new Float64Array(new Uint8Array(takeBytes(reader, 8 * length)).buffer);
}

const sealBytesLength = 4;

/** The bytes with a sum of them in front, so that damage shows before anything is read. */
export function sealBytes(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const sealed = new Uint8Array(sealBytesLength + body.byteLength);
  new DataView(sealed.buffer).setUint32(0, checksum(body));
  sealed.set(body, sealBytesLength);
  return sealed;
}

/** The bytes that were sealed, as a copy. Throws {@link StoredBytesError} where they are not as they were. */
export function openSealed(sealed: Uint8Array): Uint8Array<ArrayBuffer> {
  // Bytes of their own, aligned: a Buffer of the database driver is a view of whatever came with it.
  const body = new Uint8Array(sealed.subarray(sealBytesLength));
  const sum = sealed.byteLength < sealBytesLength ? null : new DataView(sealed.buffer, sealed.byteOffset).getUint32(0);
  if (sum !== checksum(body)) throw new StoredBytesError('What was kept is not as it was written.');
  return body;
}

/** A 32-bit sum of words of 4 bytes (FNV-1a): any one byte that differs changes it. Of bytes that have a buffer to themselves. */
function checksum(bytes: Uint8Array<ArrayBuffer>): number {
  const whole = bytes.byteLength >> 2;
  const words = new Int32Array(bytes.buffer, 0, whole);
  let sum = 0x811c9dc5;
  for (let index = 0; index < whole; index++) sum = Math.imul(sum ^ (words[index] as number), 0x01000193);
  for (let at = 4 * whole; at < bytes.byteLength; at++) sum = Math.imul(sum ^ (bytes[at] as number), 0x01000193);
  return sum >>> 0;
}
