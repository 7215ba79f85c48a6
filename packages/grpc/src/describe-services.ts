/** What a definition offers: services, methods, their kinds, and a message of each to begin with. */
import type { GrpcDescription } from '@plimsoll/contracts/grpc-description';
import type protobuf from 'protobufjs';
import { exampleMessage } from './example-message.ts';
import { listServices, readMethod, serviceName, typeName } from './find-method.ts';

const mostMethods = 2000;
const mostExampleFields = 20_000;

/** At most 2000 methods. */
export function describeServices(root: protobuf.Root): GrpcDescription {
  let left = mostMethods;
  const budget = { left: mostExampleFields };
  const services = listServices(root).map((service) => ({
    name: serviceName(service),
    methods: service.methodsArray.slice(0, Math.max(0, left)).map((method) => {
      left--;
      const { kind, input, output } = readMethod(method);
      return { name: method.name, kind, input: typeName(input), output: typeName(output), example: exampleMessage(input, budget) };
    }),
  }));
  return { services };
}
