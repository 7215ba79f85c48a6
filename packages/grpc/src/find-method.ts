/** The method that a call names. */
import type { MethodKind } from '@plimsoll/contracts/grpc-description';
import { grpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import protobuf from 'protobufjs';
import { GrpcError } from './grpc-error.ts';

/** So many names are told of those that there are. */
const mostNamed = 20;

export interface FoundMethod {
  readonly kind: MethodKind;
  readonly input: protobuf.Type;
  readonly output: protobuf.Type;
}

const withoutDot = (name: string) => name.replace(/^\./, '');

/** Every service, by the order in which they were defined. */
export function listServices(namespace: protobuf.NamespaceBase): protobuf.Service[] {
  return namespace.nestedArray.flatMap((nested) => {
    if (nested instanceof protobuf.Service) return [nested];
    return nested instanceof protobuf.Namespace ? listServices(nested) : [];
  });
}

export function serviceName(service: protobuf.Service): string {
  return withoutDot(service.fullName);
}

function listNames(names: readonly string[]): string {
  return [...names.slice(0, mostNamed), ...(names.length > mostNamed ? ['…'] : [])].join(', ') || '–';
}

/** `call`: `package.Service/Method`. Throws {@link GrpcError}. */
export function findMethod(root: protobuf.Root, call: string): FoundMethod {
  const [name = '', wanted = ''] = call.split('/');
  const services = listServices(root);
  const service = services.find((one) => serviceName(one) === name);
  if (!service) throw new GrpcError(['call'], grpcRefusal('grpc_service_missing', { name, known: listNames(services.map(serviceName)) }));
  const method = service.methodsArray.find((one) => one.name === wanted);
  if (!method)
    throw new GrpcError(
      ['call'],
      grpcRefusal('grpc_method_missing', { name: wanted, known: listNames(service.methodsArray.map((one) => one.name)) }),
    );
  return readMethod(method);
}

export function readMethod(method: protobuf.Method): FoundMethod {
  const { requestStream, responseStream, resolvedRequestType, resolvedResponseType } = method.resolve() as protobuf.Method;
  if (!resolvedRequestType || !resolvedResponseType) throw new RangeError(`${method.name} is not resolved`);
  const kind = requestStream ? (responseStream ? 'bidi_streaming' : 'client_streaming') : responseStream ? 'server_streaming' : 'unary';
  return { kind, input: resolvedRequestType, output: resolvedResponseType };
}

/** Full name of a type, as people write it. */
export function typeName(type: protobuf.Type): string {
  return withoutDot(type.fullName);
}
