/** A definition, a call or a message that cannot be used: why, and where below the gRPC call of the plan. */
import type { GrpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import { grpcRefusalSentence } from '@plimsoll/wording/grpc-refusal-sentence';

export type GrpcPath = readonly (string | number)[];

export class GrpcError extends Error {
  override readonly name = 'GrpcError';
  readonly code = 'PLM_GRPC';
  readonly path: GrpcPath;
  readonly reason: GrpcRefusal;

  constructor(path: GrpcPath, reason: GrpcRefusal) {
    super(grpcRefusalSentence(reason));
    this.path = path;
    this.reason = reason;
  }
}
