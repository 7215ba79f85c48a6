/** A protocol, as the rest of the engine sees it. A folder that fills this is all there is to it; `threads/protocol-of.ts` chooses one. */
import type { Plan, PlanInput } from '@plimsoll/contracts/plan';
import { listRequests } from '@plimsoll/contracts/requests';
import type { Target } from '@plimsoll/contracts/target';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import type { CompiledRequest, PlannedPart } from '../scenario/compiled-request.ts';
import type { Transport } from './transport.ts';
import type { TransportOptions } from './transport-options.ts';

export interface Protocol {
  /** The protocol that a connection over TLS asks for. */
  readonly alpn: 'h2' | 'http/1.1';
  /** Messages of one request have due times of their own. */
  pacesMessages(target: Target): boolean;
  /** Asks the target, once before the load, for what the plan leaves open. */
  settle(plan: Plan, policy: TargetPolicy): Promise<Plan>;
  /** A request of the plan, compiled for all its messages. */
  compile(part: PlannedPart): CompiledRequest;
  createTransport(options: TransportOptions): Transport;
  /** The target of the JIT warm-up, a listener of our own, in place of the plan's. */
  warmUpTarget(target: Target | null, url: string): PlanInput['target'];
}

export function compileRequests(protocol: Pick<Protocol, 'compile'>, plan: Plan, runId: string): CompiledRequest[] {
  return listRequests(plan).map((request, index) => protocol.compile({ plan, request, index, runId }));
}
