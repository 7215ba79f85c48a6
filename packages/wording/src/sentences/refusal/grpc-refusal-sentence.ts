/** Why a definition, a call or a message of gRPC was refused, as a sentence. */
import type { GrpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import { grpcRefusalText } from '../../en/plan/grpc-refusal.ts';
import { speakerOf } from '../../speaker.ts';

// Which values a code has is checked where it is raised.
const say = speakerOf(grpcRefusalText) as (key: string, values: GrpcRefusal['values']) => string;

export function grpcRefusalSentence({ code, values }: GrpcRefusal): string {
  return say(`grpcRefusal.${code}`, values);
}
