/** The offer of a definition: services, methods, their kinds, and a message of each to begin with. */
import type { GrpcDescription } from '@plimsoll/contracts/grpc-description';
import type protobuf from 'protobufjs';
import { type ExampleBudget, exampleMessage } from './example-message.ts';
import { type FoundMethod, findMethod, listServices, readMethod, serviceName, typeName } from './find-method.ts';

const mostMethods = 2000;
const mostExampleFields = 20_000;

type Services = GrpcDescription['services'];

/** At most 2000 methods. */
export function describeServices(root: protobuf.Root): Services {
  let left = mostMethods;
  const budget = { left: mostExampleFields };
  return listServices(root).map((service) => ({
    name: serviceName(service),
    methods: service.methodsArray.slice(0, Math.max(0, left)).map((method) => {
      left--;
      return describeMethod(method.name, readMethod(method), budget);
    }),
  }));
}

/** The one method that `call` names. Throws GrpcError. */
export function describeCall(root: protobuf.Root, call: string): Services {
  const [service = '', name = ''] = call.split('/');
  return [{ name: service, methods: [describeMethod(name, findMethod(root, call), { left: mostExampleFields })] }];
}

function describeMethod(name: string, { kind, input, output }: FoundMethod, budget: ExampleBudget): Services[number]['methods'][number] {
  return { name, kind, input: typeName(input), output: typeName(output), example: exampleMessage(input, budget) };
}
