/** gRPC on the wire client's HTTP/2: a call is a request on a stream, whose messages are sent and read one by one. */
import { createSlotTransport } from '../connection/slot-transport.ts';
import { adoptHttp2 } from '../http2/http2-protocol.ts';
import type { Protocol } from '../protocol/protocol.ts';
import { MessagePacer } from '../stream/message-pacer.ts';
import { GrpcRequest } from './grpc-request.ts';
import { GrpcRequestSlot } from './grpc-request-slot.ts';
import { settleDefinition } from './settle-definition.ts';
import { warmUpCall } from './warm-up-call.ts';

export const grpcProtocol: Protocol = {
  alpn: 'h2',
  pacesMessages: ({ grpc }) => (grpc?.messageInterval ?? null) !== null,
  settle: settleDefinition,
  compile(part) {
    if (!part.request.grpc) throw new RangeError('A request of gRPC has no call.');
    return new GrpcRequest(part, part.request.grpc);
  },
  createTransport(options) {
    const pacer = MessagePacer.of(options);
    return createSlotTransport(options, {
      slotsPerConnection: options.streams,
      reads: 'fed',
      createSlot: (connectionSlot) => new GrpcRequestSlot(connectionSlot, pacer),
      adopt: adoptHttp2,
      close: () => pacer.close(),
    });
  },
  warmUpTarget: (target, url) => (target?.grpc ? { url: url.replace('http', 'grpc'), grpc: warmUpCall(target.grpc) } : { url }),
};
