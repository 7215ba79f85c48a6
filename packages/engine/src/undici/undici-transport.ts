/**
 * HTTP/1.1 and HTTP/2 over undici's `Client.dispatch`: the client of most Node services, and the default. Each of its Clients has
 * one connection in its life, which our dialler opened, so that nothing undici holds is ever sent again on another.
 */

import { createSlotTransport } from '../connection/connection-slot.ts';
import type { Transport } from '../connection/transport.ts';
import type { HttpOptions } from '../connection/transport-options.ts';
import { alpnError } from '../http2/http2-connection.ts';
import { UndiciHttp1 } from './undici-http1-connection.ts';
import { UndiciHttp2 } from './undici-http2-connection.ts';

export function undiciTransport(options: HttpOptions): Transport {
  if (options.protocol !== 'http2')
    return createSlotTransport(options, {
      slots: options.pipelining,
      feeds: false,
      adopt: (connectionSlot, socket) => new UndiciHttp1(connectionSlot, socket),
    });
  return createSlotTransport(options, {
    slots: options.streams,
    feeds: false,
    adopt: (connectionSlot, socket) => alpnError(connectionSlot, socket) ?? new UndiciHttp2(connectionSlot, socket),
  });
}
