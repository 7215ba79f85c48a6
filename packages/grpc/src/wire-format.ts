/** The wire format of protocol buffers (https://protobuf.dev/programming-guides/encoding), without types and without making anything. */

/** Index after the varint at `at`; -1 if it does not end within `end`, or is longer than one may be. */
function skipVarint(bytes: Uint8Array, at: number, end: number): number {
  const last = Math.min(end, at + 10);
  for (let next = at; next < last; next++) if ((bytes[next] as number) < 0x80) return next + 1;
  return -1;
}

/** The varint at `at`, as far as a number holds it. */
export function readVarint(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let shift = 1, next = at; ; shift *= 128, next++) {
    const byte = bytes[next] as number;
    value += (byte & 0x7f) * shift;
    if (byte < 0x80) return value;
  }
}

/** Calls `found` for each length-delimited field. Answers false if the bytes are no message. Groups are skipped, not looked into. */
export function walkFields(
  bytes: Uint8Array,
  start: number,
  end: number,
  found?: (field: number, from: number, to: number) => void,
): boolean {
  let groups = 0;
  for (let at = start; at < end; ) {
    const after = skipVarint(bytes, at, end);
    if (after < 0) return false;
    const tag = readVarint(bytes, at);
    const type = tag & 7;
    if (tag < 8) return false;
    at = after;
    if (type === 0) at = skipVarint(bytes, at, end);
    else if (type === 1) at += 8;
    else if (type === 5) at += 4;
    else if (type === 2) {
      const from = skipVarint(bytes, at, end);
      if (from < 0) return false;
      const to = from + readVarint(bytes, at);
      if (to > end) return false;
      if (groups === 0) found?.(Math.floor(tag / 8), from, to);
      at = to;
    } else if (type === 3) groups++;
    else if (type !== 4 || --groups < 0) return false;
    if (at < 0 || at > end) return false;
  }
  return groups === 0;
}

/** Can these bytes be a message? */
export function isMessage(bytes: Uint8Array, start: number, end: number): boolean {
  return walkFields(bytes, start, end);
}
