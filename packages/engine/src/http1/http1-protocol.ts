/**
 * The wire client's HTTP/1.1, over sockets of our own. A request is one prepared buffer and one write; a response is read from one
 * buffer that all connections of the thread share. test/parity.test.ts holds it to the counts and outcomes of undici, which is slower
 * and in wider use.
 */

import type { HttpConnections } from '../http/http-protocol.ts';
import { DeadlineList } from '../pace/deadline-list.ts';
import { Http1Connection } from './http1-connection.ts';

export const http1Connections: HttpConnections = {
  alpn: 'http/1.1',
  open({ clock }) {
    const lingering = new DeadlineList<Http1Connection>(clock, (connection) => connection.expire());
    return {
      reads: 'fed',
      adopt: (connectionSlot, socket) => new Http1Connection(connectionSlot, socket, lingering),
      close: () => lingering.close(),
    };
  },
};
