/** Everything that does not fit in messages that somebody is writing: an editor marks it all, where a run stops at the first. */
import type { DescribeGrpc } from '@plimsoll/contracts/grpc-description';
import type protobuf from 'protobufjs';
import { compileMessage } from './compile-call.ts';
import { findMethod } from './find-method.ts';
import { GrpcError, type GrpcPath } from './grpc-error.ts';

const mostProblems = 50;

type Written = Pick<DescribeGrpc, 'message' | 'messages'>;

/** At most 50, by their paths as in the call. Throws GrpcError where there is no such method. */
export function judgeMessages(root: protobuf.Root, call: string, { message, messages }: Written): GrpcError[] {
  const { input } = findMethod(root, call);
  const written: [GrpcPath, unknown][] = messages
    ? messages.map((one, index) => [['messages', index], one])
    : message
      ? [[['message'], message]]
      : [];
  const found: GrpcError[] = [];
  for (const [path, one] of written) {
    found.push(...findMisfits(input, one, path, mostProblems - found.length));
    if (found.length >= mostProblems) break;
  }
  return found;
}

/** The codec stops at the first misfit: that is left out, and the rest tried again. */
function findMisfits(type: protobuf.Type, message: unknown, path: GrpcPath, most: number): GrpcError[] {
  const found: GrpcError[] = [];
  let left: unknown = message;
  while (left !== undefined && found.length < most) {
    try {
      compileMessage(type, left, path);
      break;
    } catch (error) {
      if (!(error instanceof GrpcError)) throw error;
      found.push(error);
      left = leaveOut(left, error.path.slice(path.length));
    }
  }
  return found;
}

/** The value without what stands at the path; of a list all goes, since its other elements would change their places. Undefined: nothing is left. */
function leaveOut(value: unknown, [step, ...further]: GrpcPath): unknown {
  if (step === undefined || Array.isArray(value) || value === null || typeof value !== 'object') return undefined;
  const { [step]: inner, ...others } = value as Record<string, unknown>;
  const kept = leaveOut(inner, further);
  return kept === undefined ? others : { ...others, [step]: kept };
}
