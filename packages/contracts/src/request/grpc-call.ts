/** A gRPC call as a plan writes it: which method, where its types come from, what is sent in its stream and when. */
import { z } from 'zod';
import { isSecretName, maskedSecret } from '../api/problem.ts';
import { type PlacedRefusal, type Refusal, refusal, refuse, refused } from '../api/refusal.ts';
import { lastingSchema } from './duration.ts';
import { isGrpcUrl } from './grpc-url.ts';
import type { HttpParts } from './http-parts.ts';
import { text } from './target-text.ts';

/** Texts of .proto files, and bytes of a descriptor set, of one call together. */
export const mostSchemaBytes = 2 * 1024 * 1024;
const mostMetadata = 100;
/** The largest message that a plan may allow; gRPC's own default is 4 MiB. */
const mostMessageBytes = 64 * 1024 * 1024;

/** Names that gRPC keeps for itself, and those of HTTP that are no metadata. */
const ownedKeys = new Set([
  'te',
  'content-type',
  'host',
  'connection',
  'user-agent',
  'content-length',
  'transfer-encoding',
  'x-load-test-run',
]);
const metadataKey = /^[0-9a-z_.-]+$/;

const metadataSchema = z.record(z.string(), text(8192)).superRefine((metadata, context) => {
  const entries = Object.entries(metadata);
  if (entries.length > mostMetadata) return refuse(context, [], refusal('headers_most', { got: entries.length }));
  for (const [name, value] of entries) {
    const issue = (reason: Refusal) => refuse(context, [name], reason);
    const key = name.toLowerCase();
    if (!metadataKey.test(key)) issue(refusal('grpc_metadata_key', { name }));
    if (key.startsWith('grpc-') || ownedKeys.has(key)) issue(refusal('header_owned', { name }));
    if (key !== name && key in metadata) issue(refusal('header_twice', { name }));
    const masked = value === maskedSecret && isSecretName(name);
    if (key.endsWith('-bin')) {
      if (!masked && !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) issue(refusal('grpc_metadata_binary'));
    } else if (!masked && !/^[\x20-\x7e]*$/.test(value.replace(/\{\{[^{}]*\}\}/g, ''))) issue(refusal('grpc_metadata_ascii'));
  }
});

/** A message in proto3's JSON form. Its fields are judged against the method's type where that is known, in the API and by the engine. */
const messageSchema = z.record(z.string(), z.unknown()).meta({ description: 'A message in the JSON form of proto3.' });

export const grpcProtoSchema = z
  .array(z.strictObject({ name: text(255).min(1), text: text(mostSchemaBytes) }))
  .min(1)
  .max(100)
  .refine((files) => files.reduce((sum, file) => sum + file.text.length, 0) <= mostSchemaBytes, refused('grpc_proto_too_large'));
export const grpcDescriptorSchema = z
  .base64(refused('file_base64'))
  .min(1)
  .max(Math.ceil(mostSchemaBytes / 3) * 4, refused('grpc_proto_too_large'));

/** The sources of a service's types; exactly one of them. */
export const definitionShape = {
  /** Texts of .proto files by the names that imports use. Google's well-known types need none. */
  proto: grpcProtoSchema.nullable().default(null),
  /** A FileDescriptorSet in base64, as `protoc --descriptor_set_out --include_imports` writes it. */
  descriptorSet: grpcDescriptorSchema.nullable().default(null),
  /** The server is asked (grpc.reflection v1, else v1alpha), once before the load. */
  reflection: z.boolean().default(false),
};
type Definition = z.infer<z.ZodObject<typeof definitionShape>>;

/** Refuses a wrong source of the types, by its path. */
export function definitionProblem({ proto, descriptorSet, reflection }: Definition): PlacedRefusal | null {
  const given = [...(proto ? ['proto'] : []), ...(descriptorSet ? ['descriptorSet'] : []), ...(reflection ? ['reflection'] : [])];
  const [first, second] = given;
  if (!first) return { path: ['proto'], reason: refusal('grpc_no_definition') };
  return second ? { path: [second], reason: refusal('exclude_others', { first, second }) } : null;
}

const callNameSchema = text(500).regex(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\/[A-Za-z_]\w*$/, refused('grpc_call'));
const messagesSchema = z.array(messageSchema).min(1).max(10_000);

/** Messages that are to be held against the type of a method, where no call is made of them yet. */
export const messagesShape = { call: callNameSchema.optional(), message: messageSchema.optional(), messages: messagesSchema.optional() };

export const grpcCallSchema = z
  .strictObject({
    /** `package.Service/Method`. */
    call: callNameSchema,
    ...definitionShape,
    /** Sent with each call. Keys that end in `-bin` have values in base64. */
    metadata: metadataSchema.default({}),
    /** The one message of each call; absent, with no `messages`: an empty one. */
    message: messageSchema.nullable().default(null),
    /** Several: a unary call takes the next of them in turn; in a stream they are sent from the first, in every stream. */
    messages: messagesSchema.nullable().default(null),
    /** Messages that one stream sends, beginning again after the last; null: each of them once. */
    messagesPerStream: z.int().min(1).max(1_000_000).nullable().default(null),
    /** From one message of a stream to the next, by due times; null: as fast as they go out. */
    messageInterval: lastingSchema.nullable().default(null),
    /** A stream that sends is half-closed after it at the latest; one that only receives is cancelled, and counts as good. */
    streamDuration: lastingSchema.nullable().default(null),
    /** `grpc-timeout` of each call. A call that has not ended by then is a timeout. */
    deadline: lastingSchema.nullable().default(null),
    /** `:authority` in place of the URL's host and port. */
    authority: text(253)
      .regex(/^[A-Za-z0-9._:[\]-]+$/, refused('grpc_authority'))
      .nullable()
      .default(null),
    /** Messages are sent compressed; answers may be either way. */
    gzip: z.boolean().default(false),
    /** A larger answer, before or after it is decompressed, ends its call. */
    maxMessageBytes: z
      .int()
      .min(1)
      .max(mostMessageBytes)
      .default(4 * 1024 * 1024),
    /** For a bidirectional stream: is the nth answer the one to the nth message, and its round trip to be timed? */
    roundTrip: z.boolean().default(true),
  })
  .superRefine((grpc, context) => {
    const problem = definitionProblem(grpc);
    if (problem) refuse(context, problem.path, problem.reason);
    if (grpc.message && grpc.messages) refuse(context, ['messages'], refusal('exclude_others', { first: 'message', second: 'messages' }));
  });
export type GrpcCall = z.infer<typeof grpcCallSchema>;

interface Called extends HttpParts {
  readonly grpc: GrpcCall | null;
}

/** Lists the settings that do not go together in a target that is, or should be, a gRPC call. */
export function grpcClashes(target: Called): PlacedRefusal[] {
  const { grpc, url, method, headers, body, bodyBytes, bodyFile } = target;
  const clashes: PlacedRefusal[] = [];
  const clash = (field: string, reason: Refusal) => clashes.push({ path: [field], reason });
  if (!grpc) {
    if (isGrpcUrl(url)) clash('grpc', refusal('grpc_missing'));
    return clashes;
  }
  if (!isGrpcUrl(url)) clash('url', refusal('grpc_url'));
  const beside = {
    method: method !== 'GET',
    headers: Object.keys(headers).length > 0,
    body: body !== null,
    bodyBytes: bodyBytes !== null,
    bodyFile: bodyFile !== null,
  };
  for (const [second, given] of Object.entries(beside)) if (given) clash(second, refusal('exclude_others', { first: 'grpc', second }));
  return clashes;
}

/** Every text of a call that may hold templates, with its path below `grpc`. `ofMessage`: it is part of a message. */
export function grpcTexts(grpc: GrpcCall): { readonly path: (string | number)[]; readonly text: string; readonly ofMessage: boolean }[] {
  const texts: { path: (string | number)[]; text: string; ofMessage: boolean }[] = [];
  for (const [name, value] of Object.entries(grpc.metadata)) texts.push({ path: ['metadata', name], text: value, ofMessage: false });
  const walk = (value: unknown, path: (string | number)[]): void => {
    if (typeof value === 'string') texts.push({ path, text: value, ofMessage: true });
    else if (Array.isArray(value)) for (const [index, one] of value.entries()) walk(one, [...path, index]);
    else if (value !== null && typeof value === 'object') for (const [key, one] of Object.entries(value)) walk(one, [...path, key]);
  };
  if (grpc.message) walk(grpc.message, ['message']);
  if (grpc.messages) walk(grpc.messages, ['messages']);
  return texts;
}
