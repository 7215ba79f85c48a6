/** The types that a call's messages have, from wherever the plan says. What is hostile in them is refused before it costs much. */

import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import { grpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import type protobuf from 'protobufjs';
import { GrpcError } from './grpc-error.ts';
import { readDescriptorSet } from './read-descriptor-set.ts';
import { readProtoFiles } from './read-proto-files.ts';

export type Definition = Pick<GrpcCall, 'proto' | 'descriptorSet'>;

/** Throws {@link GrpcError}. By reflection nothing is known here: the server has to be asked first. */
export function readDefinition({ proto, descriptorSet }: Definition): protobuf.Root {
  if (proto) return readProtoFiles(proto);
  if (descriptorSet) return readDescriptorSet(Buffer.from(descriptorSet, 'base64'));
  throw new GrpcError(['proto'], grpcRefusal('grpc_no_types'));
}
