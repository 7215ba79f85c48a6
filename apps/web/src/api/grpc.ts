import { type DescribeGrpc, grpcDescriptionSchema } from '@plimsoll/contracts/grpc-description';
import { api } from '@plimsoll/contracts/paths';
import type { z } from 'zod';
import { request } from './client.ts';

/** Describes the offer of a gRPC server, a descriptor set or .proto files, and the faults in messages. */
export function describeGrpc(body: Partial<DescribeGrpc>, signal: AbortSignal): Promise<z.output<typeof grpcDescriptionSchema>> {
  return request(api.describeGrpc, grpcDescriptionSchema, { method: 'POST', body, signal });
}
