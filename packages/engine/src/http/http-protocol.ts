/** A protocol of HTTP: what all of them have in common, whoever sends it. */
import type { ConnectionFactory } from '../connection/connection-slot.ts';
import { createSlotTransport } from '../connection/slot-transport.ts';
import type { Protocol } from '../protocol/protocol.ts';
import type { TransportOptions } from '../protocol/transport-options.ts';
import { HttpRequest } from './http-request.ts';
import { HttpRequestSlot } from './http-request-slot.ts';

/** The connections of one client and one version of HTTP. */
export interface HttpConnections {
  readonly alpn: Protocol['alpn'];
  open(options: TransportOptions): Omit<ConnectionFactory, 'slotsPerConnection' | 'createSlot'>;
}

/** What is sent and read on them. */
export interface HttpExchange {
  readonly compile: Protocol['compile'];
  slots(options: TransportOptions): Pick<ConnectionFactory, 'createSlot' | 'close'>;
  readonly warmUpTarget: Protocol['warmUpTarget'];
}

const wholeAnswers: HttpExchange = {
  compile: (part) => new HttpRequest(part),
  slots: () => ({ createSlot: (connectionSlot) => new HttpRequestSlot(connectionSlot) }),
  warmUpTarget: (_target, url) => ({ url }),
};

export function httpProtocol({ alpn, open }: HttpConnections, { compile, slots, warmUpTarget }: HttpExchange = wholeAnswers): Protocol {
  return {
    alpn,
    pacesMessages: () => false,
    settle: async (plan) => plan,
    compile,
    createTransport(options) {
      const [connections, ofSlots] = [open(options), slots(options)];
      return createSlotTransport(options, {
        ...connections,
        slotsPerConnection: alpn === 'h2' ? options.streams : options.pipelining,
        createSlot: ofSlots.createSlot,
        close() {
          connections.close?.();
          ofSlots.close?.();
        },
      });
    },
    warmUpTarget,
  };
}
