/** A gRPC call of a plan, held against its definition: what kind it is, and its messages as bytes. */
import type { GrpcCall } from '@plimsoll/contracts/grpc-call';
import type { MethodKind } from '@plimsoll/contracts/grpc-description';
import { grpcRefusal } from '@plimsoll/contracts/grpc-refusal';
import { hasTemplate } from '@plimsoll/contracts/template';
import type protobuf from 'protobufjs';
import { type AnswerType, answerType } from './answer-type.ts';
import { type FoundMethod, findMethod } from './find-method.ts';
import { GrpcError } from './grpc-error.ts';
import { encodeMessage } from './message-codec.ts';
import { readDefinition } from './read-definition.ts';

/** Changes every text in a message. */
export type FillText = (text: string) => string;

export interface CallMessage {
  /** The bytes, if no template is in it; else null. */
  readonly constant: Uint8Array | null;
  /** The bytes with every text filled in. Throws GrpcError where that does not fit the type. */
  fill(text: FillText): Uint8Array;
}

export interface CompiledCall {
  readonly kind: MethodKind;
  /** `/package.Service/Method`. */
  readonly path: string;
  /** At least one. */
  readonly messages: readonly CallMessage[];
  readonly answers: AnswerType;
}

/** Fields that have a meaning only where the client streams, or where anybody does. */
const ofSendingStreams = ['messagesPerStream', 'messageInterval'] as const;

/** Throws GrpcError: a definition that cannot be read, a method that is not there, a message that does not fit. */
export function compileCall(grpc: GrpcCall): CompiledCall {
  const method = findMethod(readDefinition(grpc), grpc.call);
  judgeKind(grpc, method);
  const messages = (grpc.messages ?? [grpc.message ?? {}]).map((value, index) =>
    compileMessage(method.input, value, grpc.messages ? ['messages', index] : ['message']),
  );
  return { kind: method.kind, path: `/${grpc.call}`, messages, answers: answerType(method.output) };
}

function judgeKind(grpc: GrpcCall, { kind }: FoundMethod): void {
  const sends = kind === 'client_streaming' || kind === 'bidi_streaming';
  const refuse = (field: keyof GrpcCall) => new GrpcError([field], grpcRefusal('grpc_stream_only', { field, kind }));
  for (const field of ofSendingStreams) if (!sends && grpc[field] !== null) throw refuse(field);
  if (kind === 'unary' && grpc.streamDuration !== null) throw refuse('streamDuration');
}

/** Throws GrpcError, with the place of what does not fit below `path`. */
export function compileMessage(type: protobuf.Type, value: unknown, path: readonly (string | number)[]): CallMessage {
  if (!holdsTemplate(value)) {
    const bytes = encodeMessage(type, value, path);
    return { constant: bytes, fill: () => bytes };
  }
  judgeTemplated(type, value, path);
  return { constant: null, fill: (text) => encodeMessage(type, fillTexts(value, text), path) };
}

/** Stands for a value that is known only when it is sent: text and number alike. */
const anyValue = '1';

/** The faults of the message that no value of its templates mends. */
function judgeTemplated(type: protobuf.Type, value: unknown, path: readonly (string | number)[]): void {
  const tried = fillTexts(value, (text) => (hasTemplate(text) ? anyValue : text));
  try {
    encodeMessage(type, tried, path);
  } catch (error) {
    if (!(error instanceof GrpcError)) throw error;
    const at = error.path.slice(path.length);
    const meant = at.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);
    if (!holdsTemplate(meant)) throw error;
  }
}

function fillTexts(value: unknown, text: FillText): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((one) => fillTexts(one, text));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillTexts(one, text)]));
}

function holdsTemplate(value: unknown): boolean {
  if (typeof value === 'string') return hasTemplate(value);
  return value !== null && typeof value === 'object' && Object.values(value).some(holdsTemplate);
}
