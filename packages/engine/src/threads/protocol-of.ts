/** The protocol that a plan asks for: the one place where all of them are known. */
import { type Connection, sendingClient } from '@plimsoll/contracts/connection';
import { grpcProtocol } from '../grpc/grpc-protocol.ts';
import { http1Protocol } from '../http1/http1-protocol.ts';
import { http2Protocol } from '../http2/http2-protocol.ts';
import type { Protocol } from '../protocol/protocol.ts';
import { undiciHttp1Protocol, undiciHttp2Protocol } from '../undici/undici-protocols.ts';
import { webSocketProtocol } from '../websocket/websocket-protocol.ts';

const onWire = { http1: http1Protocol, http2: http2Protocol, grpc: grpcProtocol, websocket: webSocketProtocol } as const;
const byUndici = { ...onWire, http1: undiciHttp1Protocol, http2: undiciHttp2Protocol } as const;

/** `auto` stands for HTTP/1.1 until the target was asked. */
export function protocolOf(connection: Connection): Protocol {
  const spoken = connection.protocol === 'auto' ? 'http1' : connection.protocol;
  return (sendingClient(connection) === 'undici' ? byUndici : onWire)[spoken];
}
