/**
 * HTTP/1.1 and HTTP/2 over undici's `Client.dispatch`: the client of most Node services, and the default. Each of its Clients has
 * one connection in its life, which our dialler opened, so that nothing undici holds is ever sent again on another.
 */
import type { HttpOptions } from './http-options.ts';
import { notChosen } from './http2.ts';
import { placeTransport } from './place.ts';
import type { Transport } from './transport.ts';
import { UndiciHttp1 } from './undici-http1.ts';
import { UndiciHttp2 } from './undici-http2.ts';

export function undiciTransport(options: HttpOptions): Transport {
  if (options.protocol !== 'http2')
    return placeTransport(options, { lanes: options.pipelining, feeds: false, carry: (place, socket) => new UndiciHttp1(place, socket) });
  return placeTransport(options, {
    lanes: options.streams,
    feeds: false,
    carry: (place, socket) => notChosen(place, socket) ?? new UndiciHttp2(place, socket),
  });
}
