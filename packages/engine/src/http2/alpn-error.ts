import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ConnectionSlot } from '../connection/connection-slot.ts';
import { ResponseError } from '../connection/request-errors.ts';

/** The reason why this socket cannot carry HTTP/2, or null; without TLS there is nothing to choose by. */
export function alpnError({ options }: ConnectionSlot, socket: Socket): Error | null {
  if (options.url.protocol === 'http:' || (socket as TLSSocket).alpnProtocol === 'h2') return null;
  return new ResponseError({ kind: 'http2NotChosen' });
}
