/** The transport a plan asks for, with its settings in the transport's terms. */
import { durationMs } from '@plimsoll/contracts/duration';
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { diallerFor } from '../target-guard.ts';
import type { HttpOptions } from './http-options.ts';
import { http1Transport } from './http1.ts';
import { http2Transport } from './http2.ts';
import type { Transport } from './transport.ts';
import { undiciTransport } from './undici.ts';

export type MakeTransport = (options: HttpOptions) => Transport;

export interface PlanTransportOptions extends Pick<HttpOptions, 'clock' | 'meter' | 'events'> {
  readonly plan: Plan;
  readonly policy: TargetPolicy;
  /** In place of the plan's own. */
  readonly make: MakeTransport | undefined;
}

export function planTransport({ plan, policy, clock, meter, events, make }: PlanTransportOptions): Transport {
  const url = new URL(planUrl(plan));
  const { connection } = plan;
  const http2 = connection.protocol === 'http2';
  const ofClient = connection.client === 'undici' ? undiciTransport : http2 ? http2Transport : http1Transport;
  return (make ?? ofClient)({
    url,
    ...connection,
    maxAgeUs: connection.maxConnectionAge === null ? Number.POSITIVE_INFINITY : durationMs(connection.maxConnectionAge) * 1000,
    dial: diallerFor({ url, policy, clock, connection, alpn: [http2 ? 'h2' : 'http/1.1'] }),
    clock,
    meter,
    events,
  });
}
