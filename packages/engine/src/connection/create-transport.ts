/** Creates the transport that a plan asks for. */
import { sendingClient } from '@plimsoll/contracts/connection';
import { durationMs } from '@plimsoll/contracts/duration';
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { sentUrl } from '@plimsoll/contracts/unix-url';
import { grpcTransport } from '../grpc/grpc-transport.ts';
import { http1Transport } from '../http1/http1-transport.ts';
import { http2Transport } from '../http2/http2-transport.ts';
import { undiciTransport } from '../undici/undici-transport.ts';
import { createDialler } from './dial/target-guard.ts';
import type { Transport } from './transport.ts';
import type { TransportOptions } from './transport-options.ts';

export type TransportFactory = (options: TransportOptions) => Transport;

export interface CreateTransportOptions extends Pick<TransportOptions, 'bodies' | 'clock' | 'timer' | 'lookUs' | 'meter' | 'events'> {
  readonly plan: Plan;
  readonly policy: TargetPolicy;
  /** Replaces the plan's own, in tests. */
  readonly make: TransportFactory | undefined;
}

export function createTransport({ plan, policy, bodies, clock, timer, lookUs, meter, events, make }: CreateTransportOptions): Transport {
  const written = planUrl(plan);
  const url = new URL(sentUrl(written));
  const { connection } = plan;
  const http2 = connection.protocol === 'http2' || connection.protocol === 'grpc';
  const createOnWire = connection.protocol === 'grpc' ? grpcTransport : http2 ? http2Transport : http1Transport;
  const createByClient = sendingClient(connection) === 'undici' ? undiciTransport : createOnWire;
  return (make ?? createByClient)({
    url,
    ...connection,
    maxAgeUs: connection.maxConnectionAge === null ? Number.POSITIVE_INFINITY : durationMs(connection.maxConnectionAge) * 1000,
    opensAtEndOfTurn: plan.load.model === 'closed',
    dial: createDialler({ url: new URL(written), policy, clock, connection, alpn: [http2 ? 'h2' : 'http/1.1'] }),
    bodies,
    clock,
    timer,
    lookUs,
    meter,
    events,
  });
}
