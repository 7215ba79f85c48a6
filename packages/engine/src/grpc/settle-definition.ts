/** Asks the target for the types of a plan's gRPC call, where the plan leaves it to reflection: once, before the load. */
import type { Plan } from '@plimsoll/contracts/plan';
import { planUrl } from '@plimsoll/contracts/requests';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { hasTemplate } from '@plimsoll/contracts/template';
import { readTypes } from '@plimsoll/network/ask-types';

const longestMs = 10_000;

/** The plan with a descriptor set. Throws DialError or GrpcError. */
export async function settleDefinition(plan: Plan, policy: TargetPolicy): Promise<Plan> {
  const grpc = plan.target?.grpc;
  if (!plan.target || !grpc?.reflection) return plan;
  const url = new URL(planUrl(plan));
  // A server that asks who calls asks that of reflection, too.
  const plain = Object.entries(grpc.metadata).filter(([, value]) => !hasTemplate(value));
  const set = await readTypes({
    url,
    policy,
    connection: plan.connection,
    authority: grpc.authority ?? url.host,
    service: grpc.call.slice(0, grpc.call.indexOf('/')),
    metadata: Object.fromEntries(plain),
    signal: AbortSignal.timeout(longestMs),
  });
  const descriptorSet = Buffer.from(set).toString('base64');
  return { ...plan, target: { ...plan.target, grpc: { ...grpc, reflection: false, descriptorSet } } };
}
