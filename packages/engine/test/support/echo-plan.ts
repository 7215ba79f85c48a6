/** A plan that calls a method of the testbed's `test.Echo`, whose definition it brings along. */
import { type Plan, type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { echoProto } from '@plimsoll/testbed/targets/grpc-server';

export type EchoCall = Partial<NonNullable<NonNullable<PlanInput['target']>['grpc']>>;

export function echoPlan(
  { address }: { readonly address: string },
  method: string,
  call: EchoCall,
  load: PlanInput['load'],
  rest: Partial<PlanInput> = {},
): Plan {
  return planSchema.parse({
    version: 1,
    name: method,
    target: {
      url: `grpc://${address}`,
      grpc: { call: `test.Echo/${method}`, proto: [{ name: 'echo.proto', text: echoProto }], ...call },
    },
    load,
    ...rest,
    connection: { protocol: 'grpc', ...rest.connection },
  });
}
