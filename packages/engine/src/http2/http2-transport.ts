/**
 * The wire client's HTTP/2, over sockets of our own: one session per connection, one request slot per concurrent stream. Over TLS the target
 * must choose `h2` in the handshake; over plain TCP it must expect HTTP/2 (h2c).
 */
import type { Socket } from 'node:net';
import type { ConnectionSlot } from '../connection/connection-slot.ts';
import { createSlotTransport } from '../connection/slot-transport.ts';
import type { Transport } from '../connection/transport.ts';
import type { TransportOptions } from '../connection/transport-options.ts';
import { alpnError } from './alpn-error.ts';
import { Http2Connection } from './http2-connection.ts';

export function http2Transport(options: TransportOptions): Transport {
  return createSlotTransport(options, { slotsPerConnection: options.streams, readByDialler: true, adopt });
}

function adopt(connectionSlot: ConnectionSlot, socket: Socket): Http2Connection | Error {
  return alpnError(connectionSlot, socket) ?? new Http2Connection(connectionSlot, socket);
}
