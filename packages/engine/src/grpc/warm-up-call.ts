/** The gRPC call of a JIT warm-up: of the plan's kind, with messages of its own. */
import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import type { PlanInput } from '@plimsoll/contracts/plan';
import { compileCall } from '@plimsoll/grpc/compile-call';

/** Methods are named after their kinds. */
const text = `syntax = "proto3";
package warm;
message Piece { bytes filler = 1; }
service Up {
  rpc unary(Piece) returns (Piece);
  rpc client_streaming(stream Piece) returns (Piece);
  rpc server_streaming(Piece) returns (stream Piece);
  rpc bidi_streaming(stream Piece) returns (stream Piece);
}`;
const mostMessages = 10;

/** Throws GrpcError where the plan's own call cannot be made. */
export function warmUpCall(grpc: GrpcCall): NonNullable<PlanInput['target']>['grpc'] {
  const { kind } = compileCall(grpc);
  const { gzip, deadline, messageInterval, messagesPerStream } = grpc;
  const sends = kind === 'client_streaming' || kind === 'bidi_streaming';
  return {
    call: `warm.Up/${kind}`,
    proto: [{ name: 'warm-up.proto', text }],
    message: { filler: Buffer.alloc(16).toString('base64') },
    messagesPerStream: sends ? Math.min(messagesPerStream ?? 1, mostMessages) : null,
    messageInterval: messageInterval === null ? null : '1ms',
    deadline: deadline === null ? null : '1s',
    gzip,
  };
}
