/**
 * The wire client's HTTP/2, over sockets of our own: one session per connection, one request slot per concurrent stream. Over TLS the target
 * must choose `h2` in the handshake; over plain TCP it must expect HTTP/2 (h2c).
 */
import type { Socket } from 'node:net';
import type { ConnectionSlot } from '../connection/connection-slot.ts';
import type { HttpConnections } from '../http/http-protocol.ts';
import { alpnError } from './alpn-error.ts';
import { Http2Connection } from './http2-connection.ts';

export const http2Connections: HttpConnections = { alpn: 'h2', open: () => ({ reads: 'fed', adopt: adoptHttp2 }) };

/** For whatever is sent on the streams of HTTP/2. */
export function adoptHttp2(connectionSlot: ConnectionSlot, socket: Socket): Http2Connection | Error {
  return alpnError(connectionSlot, socket) ?? new Http2Connection(connectionSlot, socket);
}
