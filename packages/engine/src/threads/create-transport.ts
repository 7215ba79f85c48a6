/** Creates the transport of a plan's protocol. */
import { durationMs } from '@plimsoll/contracts/duration';
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { sentUrl } from '@plimsoll/contracts/unix-url';
import { createDialler } from '@plimsoll/network/target-guard';
import type { Protocol } from '../protocol/protocol.ts';
import type { Transport } from '../protocol/transport.ts';
import type { TransportOptions } from '../protocol/transport-options.ts';

export interface CreateTransportOptions extends Pick<TransportOptions, 'bodies' | 'clock' | 'timer' | 'lookUs' | 'meter' | 'events'> {
  readonly plan: Plan;
  readonly policy: TargetPolicy;
  readonly detour: string | null;
  /** Told when a connection goes where answers are not for people to see. */
  readonly hidden: () => void;
}

export function createTransport({ alpn, createTransport: create }: Protocol, options: CreateTransportOptions): Transport {
  const { plan, policy, detour, hidden, ...shared } = options;
  const { connection } = plan;
  const written = planUrl(plan);
  return create({
    url: new URL(sentUrl(written)),
    ...connection,
    maxAgeUs: connection.maxConnectionAge === null ? Number.POSITIVE_INFINITY : durationMs(connection.maxConnectionAge) * 1000,
    opensAtEndOfTurn: plan.load.model === 'closed',
    dial: createDialler({ url: new URL(written), policy, clock: shared.clock, connection, alpn: [alpn], hidden, detour }),
    ...shared,
  });
}
