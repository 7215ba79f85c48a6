/** The work of the reading thread: it reads bodies, and definitions that are as large. It knows no request. */
import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import type { DescribeGrpc, GrpcDescription } from '@plimsoll/contracts/grpc-description';
import { jsonPointer } from '@plimsoll/contracts/problem';
import { compileCall } from '@plimsoll/grpc/compile-call';
import { describeCall, describeServices } from '@plimsoll/grpc/describe-services';
import { GrpcError } from '@plimsoll/grpc/grpc-error';
import { judgeMessages } from '@plimsoll/grpc/judge-messages';
import { readDefinition } from '@plimsoll/grpc/read-definition';
import { invalid } from '../api-error.ts';
import { type BodyText, readBody } from './read-body.ts';

export interface BodyBytes extends Omit<BodyText, 'text'> {
  readonly bytes: Uint8Array;
}

export type ReadTask =
  | { readonly kind: 'body'; readonly body: BodyBytes }
  /** Does a gRPC call fit its definition? `at`: where it stands, as a JSON pointer. */
  | { readonly kind: 'call'; readonly grpc: GrpcCall; readonly at: string }
  | { readonly kind: 'services'; readonly asked: DescribeGrpc };

/** Answers the body's value, null for a call that fits, or a GrpcDescription. Throws ApiError at what is wrong. */
export function doTask(task: ReadTask): unknown {
  if (task.kind === 'body') {
    const { bytes, ...body } = task.body;
    return readBody({ ...body, text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString() });
  }
  try {
    return task.kind === 'services' ? describe(task.asked) : judgeCall(task.grpc);
  } catch (error) {
    if (!(error instanceof GrpcError)) throw error;
    throw invalid(`${task.kind === 'call' ? task.at : ''}${jsonPointer(error.path)}`, error.message);
  }
}

function describe(asked: DescribeGrpc): GrpcDescription {
  const root = readDefinition(asked);
  const { call } = asked;
  if (call === undefined) return { services: describeServices(root), descriptorSet: null, problems: [] };
  const problems = judgeMessages(root, call, asked).map(({ path, message }) => ({ field: jsonPointer(path), message }));
  return { services: describeCall(root, call), descriptorSet: null, problems };
}

function judgeCall(grpc: GrpcCall): null {
  compileCall(grpc);
  return null;
}
