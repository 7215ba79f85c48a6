/** Types from a FileDescriptorSet, as protoc writes it and server reflection answers it. */
import { grpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import protobuf from 'protobufjs';
import 'protobufjs/ext/descriptor.js';
import { countTypes } from './count-types.ts';
import { GrpcError } from './grpc-error.ts';
import { mostTypes } from './read-proto-files.ts';
import { reading } from './reading.ts';

interface FromDescriptor {
  fromDescriptor(bytes: Uint8Array, options: { keepCase: boolean }): protobuf.Root;
}

/** Throws GrpcError. */
export function readDescriptorSet(bytes: Uint8Array): protobuf.Root {
  const path = ['descriptorSet'];
  const unreadable = (error: string) => grpcRefusal('grpc_descriptors_unreadable', { error });
  if (reading(path, unreadable, () => countTypes(bytes, mostTypes)) > mostTypes)
    throw new GrpcError(path, grpcRefusal('grpc_types_most', { most: mostTypes }));
  // The package adds this method when it is imported, and its types do not say so.
  const root = protobuf.Root as typeof protobuf.Root & FromDescriptor;
  return reading(path, unreadable, () => root.fromDescriptor(bytes, { keepCase: true }));
}
