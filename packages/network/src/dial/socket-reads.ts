/** How bytes come out of a socket. */
import type { OnReadOpts, Socket } from 'node:net';

/** Receives the first `length` bytes of a buffer that is used again after the call. */
export type OnBytes = (bytes: Buffer, length: number) => void;

/**
 * A function is given the bytes. Else the socket is an ordinary stream: `copied` out of the thread's one buffer, or `streamed` as Node does
 * it, with 64 KB for each read of which the rest is given back: the slower way for small answers (docs/benchmarks.md, *Two loads at once*).
 */
export type SocketReads = OnBytes | 'copied' | 'streamed';

/** Bytes are handed on or copied before the next read, so one buffer is enough for all connections of a thread. */
export const readBuffer = Buffer.allocUnsafeSlow(65_536);

/** Opens a socket that is read like this. */
export function openRead<Opened extends Socket>(reads: SocketReads, open: (options: { readonly onread?: OnReadOpts }) => Opened): Opened {
  if (reads === 'streamed') return open({});
  const read = (length: number): boolean => {
    if (reads === 'copied') return socket.push(Buffer.from(readBuffer.subarray(0, length)));
    reads(readBuffer, length);
    return true;
  };
  const socket = open({ onread: { buffer: readBuffer, callback: read } });
  return socket;
}
