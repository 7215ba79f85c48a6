/** The refusal of a definition, a call or a message of gRPC, as a sentence. */
import type { GrpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import { grpcRefusalWords } from '../../en/plan/grpc-refusal.ts';
import { say } from '../../words.ts';

export function grpcRefusalSentence({ code, values }: GrpcRefusal): string {
  return say(grpcRefusalWords[code], values);
}
