/**
 * HTTP/1.1 and HTTP/2 over undici's `Client.dispatch`: the client of most Node services, and the default. Each Client has exactly one
 * connection, which our dialler opened, so that undici can never send a request again on another.
 */

import type { HttpConnections } from '../http/http-protocol.ts';
import { alpnError } from '../http2/alpn-error.ts';
import { UndiciHttp1Connection } from './undici-http1-connection.ts';
import { UndiciHttp2Connection } from './undici-http2-connection.ts';

export const undiciHttp1Connections: HttpConnections = {
  alpn: 'http/1.1',
  open: () => ({
    reads: 'copied',
    adopt: (connectionSlot, socket) => new UndiciHttp1Connection(connectionSlot, socket),
  }),
};

export const undiciHttp2Connections: HttpConnections = {
  alpn: 'h2',
  open: () => ({
    reads: 'streamed',
    adopt: (connectionSlot, socket) => alpnError(connectionSlot, socket) ?? new UndiciHttp2Connection(connectionSlot, socket),
  }),
};
