/** Asks the target for the types of a plan's gRPC call, where the plan leaves it to reflection: once, before the load. */
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { hasTemplate } from '@plimsoll/contracts/template';
import { askServer } from '@plimsoll/grpc/ask-server';
import { dialled } from '../connection/dial/guarded-get.ts';
import { createDialler } from '../connection/dial/target-guard.ts';
import { RunClock } from '../pace/clock.ts';

const longestMs = 10_000;

/** The plan with a descriptor set. Throws DialError or GrpcError. */
export async function settleDefinition(plan: Plan, policy: TargetPolicy): Promise<Plan> {
  const grpc = plan.target?.grpc;
  if (!plan.target || !grpc?.reflection) return plan;
  const url = new URL(planUrl(plan));
  const signal = AbortSignal.timeout(longestMs);
  const socket = await dialled(createDialler({ url, policy, clock: new RunClock(), connection: plan.connection, alpn: ['h2'] }), signal);
  // A server that asks who calls asks that of reflection, too.
  const plain = Object.entries(grpc.metadata).filter(([, value]) => !hasTemplate(value));
  const set = await askServer(socket, {
    authority: grpc.authority ?? url.host,
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    service: grpc.call.slice(0, grpc.call.indexOf('/')),
    metadata: Object.fromEntries(plain),
    signal,
  });
  const descriptorSet = Buffer.from(set).toString('base64');
  return { ...plan, target: { ...plan.target, grpc: { ...grpc, reflection: false, descriptorSet } } };
}
