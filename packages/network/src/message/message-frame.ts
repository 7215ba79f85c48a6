/** The frame of a message in a call's body: a flag, its length, its bytes (gRPC over HTTP/2, "Length-Prefixed-Message"). */
import { gzipSync } from 'node:zlib';

export const prefixBytes = 5;

/** `gzip`: the message is compressed first. */
export function frameMessage(message: Uint8Array, gzip: boolean): Buffer {
  const bytes = gzip ? gzipSync(message) : message;
  const frame = Buffer.allocUnsafeSlow(prefixBytes + bytes.length);
  frame[0] = gzip ? 1 : 0;
  frame.writeUInt32BE(bytes.length, 1);
  frame.set(bytes, prefixBytes);
  return frame;
}
