/**
 * The wire client's HTTP/1.1, over sockets of our own. A request is one prepared buffer and one write; a response is read from one
 * buffer that all connections of the thread share. test/parity.test.ts holds it to the counts and outcomes of undici, which is slower
 * and in wider use.
 */

import { DeadlineList } from '../connection/deadline-list.ts';
import { createSlotTransport } from '../connection/slot-transport.ts';
import type { Transport } from '../connection/transport.ts';
import type { TransportOptions } from '../connection/transport-options.ts';
import { Http1Connection } from './http1-connection.ts';

export function http1Transport(options: TransportOptions): Transport {
  const lingering = new DeadlineList<Http1Connection>(options.clock, (connection) => connection.expire());
  const transport = createSlotTransport(options, {
    slotsPerConnection: options.pipelining,
    readByDialler: true,
    adopt: (connectionSlot, socket) => new Http1Connection(connectionSlot, socket, lingering),
  });
  return {
    ...transport,
    close() {
      lingering.close();
      return transport.close();
    },
  };
}
