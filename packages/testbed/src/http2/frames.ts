/**
 * Frames and header blocks of HTTP/2 by hand, well-formed or not: nothing is checked. Written from RFC 9113 and RFC 7541 alone, so that
 * it is a witness against the engine's own.
 */

/** Frame types (RFC 9113, 6). */
export const frameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;
/** Flags; `ack` and `endStream` are the same bit (RFC 9113, 6). */
export const flags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const;
/** Identifiers of settings (RFC 9113, 6.5.2). */
export const settingIds = { tableSize: 1, enablePush: 2, maxStreams: 3, initialWindow: 4, maxFrame: 5, maxHeaderList: 6 } as const;
/** The first bytes of a client (RFC 9113, 3.4). */
export const prefaceBytes = 24;

export interface Http2Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** A frame (RFC 9113, 4.1). `length`: what its head says in place of the payload's real length. */
export function frame(type: number, flagBits: number, stream: number, payload: Buffer | string = '', length?: number): Buffer {
  const body = Buffer.from(payload);
  const head = Buffer.alloc(9);
  head.writeUIntBE(length ?? body.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flagBits, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, body]);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** SETTINGS with these identifiers and values (RFC 9113, 6.5). */
export function settings(...pairs: readonly (readonly [id: number, value: number])[]): Buffer {
  const entries = pairs.map(([id, value]) => Buffer.concat([Buffer.from([id >> 8, id & 255]), uint32(value)]));
  return frame(frameTypes.settings, 0, 0, Buffer.concat(entries));
}

/** Takes whole frames off the front of the bytes; what is left is the beginning of the next. */
export function takeFrames(bytes: Buffer): { readonly frames: Http2Frame[]; readonly rest: Buffer } {
  const frames: Http2Frame[] = [];
  let at = 0;
  while (bytes.length - at >= 9) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    if (end > bytes.length) break;
    const payload = Buffer.from(bytes.subarray(at + 9, end));
    frames.push({
      type: bytes.readUInt8(at + 3),
      flags: bytes.readUInt8(at + 4),
      stream: bytes.readUInt32BE(at + 5) & 0x7fffffff,
      payload,
    });
    at = end;
  }
  return { frames, rest: bytes.subarray(at) };
}

/** An integer with a prefix of so many bits, below the given upper bits (RFC 7541, 5.1). */
export function integer(prefixBits: number, upperBits: number, value: number): Buffer {
  const most = 2 ** prefixBits - 1;
  if (value < most) return Buffer.from([upperBits | value]);
  const bytes = [upperBits | most];
  let left = value - most;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return Buffer.from([...bytes, left]);
}

function plainString(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([integer(7, 0, bytes.length), bytes]);
}

/** A field of the static or dynamic table (RFC 7541, 6.1). */
export const indexed = (index: number): Buffer => integer(7, 0x80, index);
/** A literal field that goes into the dynamic table (RFC 7541, 6.2.1). */
export const addedLiteral = (name: string, value: string): Buffer =>
  Buffer.concat([Buffer.from([0x40]), plainString(name), plainString(value)]);
/** A literal field that stays out of it (RFC 7541, 6.2.2). */
export const literal = (name: string, value: string): Buffer => Buffer.concat([Buffer.from([0]), plainString(name), plainString(value)]);
/** A change of the dynamic table's size (RFC 7541, 6.3). */
export const tableSize = (bytes: number): Buffer => integer(5, 0x20, bytes);
/** `:status: 200`, as it stands in the static table. */
export const status200 = indexed(8);

/** HEADERS that are whole. */
export function headers(stream: number, block: Buffer, flagBits = 0): Buffer {
  return frame(frameTypes.headers, flags.endHeaders | flagBits, stream, block);
}

/** The whole answer that a well-behaved target gives. */
export function okAnswer(stream: number, body: Buffer | string = 'ok'): Buffer {
  return Buffer.concat([headers(stream, status200), frame(frameTypes.data, flags.endStream, stream, body)]);
}
