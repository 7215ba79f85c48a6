/**
 * HTTP/1.1 and HTTP/2 over undici's `Client.dispatch`: the client of most Node services, and the default. Each Client has exactly one
 * connection, which our dialler opened, so that undici can never send a request again on another.
 */

import { createSlotTransport } from '../connection/slot-transport.ts';
import type { Transport } from '../connection/transport.ts';
import type { TransportOptions } from '../connection/transport-options.ts';
import { alpnError } from '../http2/alpn-error.ts';
import { UndiciHttp1Connection } from './undici-http1-connection.ts';
import { UndiciHttp2Connection } from './undici-http2-connection.ts';

export function undiciTransport(options: TransportOptions): Transport {
  if (options.protocol !== 'http2')
    return createSlotTransport(options, {
      slotsPerConnection: options.pipelining,
      readByDialler: false,
      adopt: (connectionSlot, socket) => new UndiciHttp1Connection(connectionSlot, socket),
    });
  return createSlotTransport(options, {
    slotsPerConnection: options.streams,
    readByDialler: false,
    adopt: (connectionSlot, socket) => alpnError(connectionSlot, socket) ?? new UndiciHttp2Connection(connectionSlot, socket),
  });
}
