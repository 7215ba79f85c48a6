/** The protocol that a plan asks for: the one place where all of them are known. */
import { sendingClient } from '@plimsoll/contracts/connection';
import type { Plan } from '@plimsoll/contracts/plan';
import { listRequests } from '@plimsoll/contracts/requests';
import { eventProtocol } from '../events/event-protocol.ts';
import { grpcProtocol } from '../grpc/grpc-protocol.ts';
import { type HttpConnections, httpProtocol } from '../http/http-protocol.ts';
import { http1Connections } from '../http1/http1-protocol.ts';
import { http2Connections } from '../http2/http2-protocol.ts';
import type { Protocol } from '../protocol/protocol.ts';
import { undiciHttp1Connections, undiciHttp2Connections } from '../undici/undici-protocols.ts';
import { webSocketProtocol } from '../websocket/websocket-protocol.ts';

/** `events`: answers may be streams. */
const ofHttp = (connections: HttpConnections) => ({ whole: httpProtocol(connections), events: eventProtocol(connections) });
const wire = { http1: ofHttp(http1Connections), http2: ofHttp(http2Connections) } as const;
const undici = { http1: ofHttp(undiciHttp1Connections), http2: ofHttp(undiciHttp2Connections) } as const;
const clients = { wire, undici } as const;

/** `auto` stands for HTTP/1.1 until the target was asked. */
export function protocolOf(plan: Pick<Plan, 'connection' | 'target' | 'requests'>): Protocol {
  const { connection } = plan;
  if (connection.protocol === 'grpc') return grpcProtocol;
  if (connection.protocol === 'websocket') return webSocketProtocol;
  const spoken = connection.protocol === 'auto' ? 'http1' : connection.protocol;
  const kinds = clients[sendingClient(connection)][spoken];
  return listRequests(plan).some(({ stream }) => stream) ? kinds.events : kinds.whole;
}
