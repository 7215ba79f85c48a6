/** How full the network interface of a generator was. */
import type { Sample } from '@plimsoll/contracts/sample';

/** Heads of Ethernet, IP and TCP take 5 to 6 % of a line; bytes counted here are without them. */
export const lineFull = 0.9;
/** Seconds running that it must last: one may be a burst out of a buffer. */
export const lineFullSeconds = 3;

/** Share of the line's bits per second, in the fuller direction: each has the whole line. 0 where its speed is not known. */
export function lineShare({ bytes, lengthMs }: Pick<Sample, 'bytes' | 'lengthMs'>, lineBitsPerSecond: number | null): number {
  return lineBitsPerSecond && lengthMs > 0 ? (Math.max(bytes.sent, bytes.received) * 8000) / lengthMs / lineBitsPerSecond : 0;
}
