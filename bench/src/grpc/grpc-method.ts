/** The call of the gRPC cases and its message: the same for every generator. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface GrpcMethod {
  /** `package.Service/Method`. */
  readonly call: string;
  readonly message: Readonly<Record<string, unknown>>;
  /** Messages that the client sends in one stream; null: it is a unary call. */
  readonly messagesPerStream: number | null;
}

export const grpcFolder = join(import.meta.dirname, '../../grpc');
const protoFile = join(grpcFolder, 'test.proto');
export const proto = { file: protoFile, folder: dirname(protoFile), name: 'test.proto', text: readFileSync(protoFile, 'utf8') };

/** 16 bytes each way. */
const payload = { body: Buffer.alloc(16).toString('base64') };

export const unary: GrpcMethod = {
  call: 'grpc.testing.TestService/UnaryCall',
  message: { responseSize: 16, payload },
  messagesPerStream: null,
};

export const clientStream: GrpcMethod = {
  call: 'grpc.testing.TestService/StreamingInputCall',
  message: { payload },
  messagesPerStream: 100,
};
