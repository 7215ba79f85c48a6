/**
 * HTTP/1.1 over sockets of our own. A request is one prepared buffer and one write; a response is read from one buffer that
 * all connections of the thread share. The tests hold it to the counts and outcomes of undici
 * (test/undici-transport.ts), which is slower and has seen more of the world.
 */
import type { HttpOptions } from './http-options.ts';
import { Wire } from './http1-wire.ts';
import { placeTransport } from './place.ts';
import type { Transport } from './transport.ts';

export function http1Transport(options: HttpOptions): Transport {
  return placeTransport(options, { lanes: options.pipelining, feeds: true, carry: (place, socket) => new Wire(place, socket) });
}
