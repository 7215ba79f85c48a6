/** gRPC on the wire client's HTTP/2: a call is a request on a stream, whose messages are sent and read one by one. */
import type { Socket } from 'node:net';
import type { ConnectionSlot } from '../connection/connection-slot.ts';
import { createSlotTransport } from '../connection/slot-transport.ts';
import type { Transport } from '../connection/transport.ts';
import type { TransportOptions } from '../connection/transport-options.ts';
import { alpnError } from '../http2/alpn-error.ts';
import { Http2Connection } from '../http2/http2-connection.ts';
import { TimerLane } from '../pace/timer-lane.ts';
import { GrpcRequestSlot } from './grpc-request-slot.ts';
import { MessagePacer } from './message-pacer.ts';

export function grpcTransport(options: TransportOptions): Transport {
  const pacer = new MessagePacer({ ...options, meter: options.events, lane: TimerLane.claim(options.timer) });
  const transport = createSlotTransport(options, {
    slotsPerConnection: options.streams,
    readByDialler: true,
    adopt,
    createSlot: (connectionSlot) => new GrpcRequestSlot(connectionSlot, pacer),
  });
  return {
    ...transport,
    close() {
      pacer.close();
      return transport.close();
    },
  };
}

function adopt(connectionSlot: ConnectionSlot, socket: Socket): Http2Connection | Error {
  return alpnError(connectionSlot, socket) ?? new Http2Connection(connectionSlot, socket);
}
