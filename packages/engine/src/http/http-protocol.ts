/** A protocol of HTTP: what all of them have in common, whoever sends it. */
import type { ConnectionFactory } from '../connection/connection-slot.ts';
import { createSlotTransport } from '../connection/slot-transport.ts';
import type { Protocol } from '../protocol/protocol.ts';
import type { TransportOptions } from '../protocol/transport-options.ts';
import { HttpRequest } from './http-request.ts';
import { HttpRequestSlot } from './http-request-slot.ts';

type OfConnections = Omit<ConnectionFactory, 'slotsPerConnection' | 'createSlot'>;

export function httpProtocol(alpn: Protocol['alpn'], connections: (options: TransportOptions) => OfConnections): Protocol {
  return {
    alpn,
    pacesMessages: () => false,
    settle: async (plan) => plan,
    compile: (part) => new HttpRequest(part),
    createTransport: (options) =>
      createSlotTransport(options, {
        ...connections(options),
        slotsPerConnection: alpn === 'h2' ? options.streams : options.pipelining,
        createSlot: (connectionSlot) => new HttpRequestSlot(connectionSlot),
      }),
    warmUpTarget: (_target, url) => ({ url }),
  };
}
