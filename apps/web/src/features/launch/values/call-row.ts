/** A gRPC call as the form holds it, text as typed. */
import { type GrpcCall, grpcCallSchema } from '@plimsoll/contracts/grpc-call';
import { formWords } from '@plimsoll/wording/en/form';
import { readMessages, writeMessages } from './call-messages.ts';
import type { Reader } from './reader.ts';
import { listPairs, type Pair, readRecord } from './rows.ts';

/** Where the types come from. */
export const definitionKinds = ['reflection', 'proto', 'descriptorSet'] as const;
export type ProtoFile = NonNullable<GrpcCall['proto']>[number];

export interface CallRow {
  /** Fields of a later version, kept as they are. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** `package.Service/Method`. */
  readonly call: string;
  readonly definition: (typeof definitionKinds)[number];
  readonly proto: readonly ProtoFile[];
  /** In base64; empty: none was chosen. */
  readonly descriptorSet: string;
  /** Is `text` a list of messages? Else it is one. */
  readonly list: boolean;
  /** JSON; empty: one empty message. */
  readonly text: string;
  readonly messagesPerStream: string;
  readonly messageInterval: string;
  readonly streamDuration: string;
  readonly deadline: string;
  readonly metadata: readonly Pair[];
  readonly authority: string;
  readonly gzip: boolean;
  readonly maxMessageBytes: string;
  readonly roundTrip: boolean;
}

const known = new Set(Object.keys(grpcCallSchema.shape));
const formatField = (value: number | string | null) => (value === null ? '' : String(value));
const compact = (text: string) => text.replace(/\s/g, '') || null;

const defaults = grpcCallSchema.parse({ call: 'defaults/defaults', reflection: true });
/** A call that says nothing yet: what the schema would fill in, and the server is asked. */
export const emptyCall: CallRow = { ...callRow(defaults), call: '' };

export function callRow(grpc: GrpcCall): CallRow {
  return {
    extra: Object.fromEntries(Object.entries(grpc).filter(([name]) => !known.has(name))),
    call: grpc.call,
    definition: grpc.proto ? 'proto' : grpc.descriptorSet !== null ? 'descriptorSet' : 'reflection',
    proto: grpc.proto ?? [],
    descriptorSet: grpc.descriptorSet ?? '',
    list: grpc.messages !== null,
    text: writeMessages(grpc.messages ?? grpc.message),
    messagesPerStream: formatField(grpc.messagesPerStream),
    messageInterval: formatField(grpc.messageInterval),
    streamDuration: formatField(grpc.streamDuration),
    deadline: formatField(grpc.deadline),
    metadata: listPairs(grpc.metadata),
    authority: formatField(grpc.authority),
    gzip: grpc.gzip,
    maxMessageBytes: String(grpc.maxMessageBytes),
    roundTrip: grpc.roundTrip,
  };
}

/** `pointer` is where the call stands in the plan. */
export function readCall(row: CallRow, pointer: string, read: Reader): Record<string, unknown> {
  const { definition, list, text } = row;
  const field = list ? 'messages' : 'message';
  const messages = readMessages(text, list);
  if ('broken' in messages) read.refuse(`${pointer}/${field}`, formWords.noJson({ column: messages.broken.column }));
  if (row.call.trim() === '') read.refuse(`${pointer}/call`, formWords.whichMethod);
  if (definition === 'proto' && row.proto.length === 0) read.refuse(`${pointer}/proto`, formWords.whichFile);
  if (definition === 'descriptorSet' && row.descriptorSet === '') read.refuse(`${pointer}/descriptorSet`, formWords.whichFile);
  return {
    ...row.extra,
    call: row.call.trim(),
    proto: definition === 'proto' ? row.proto : null,
    descriptorSet: definition === 'descriptorSet' ? row.descriptorSet : null,
    reflection: definition === 'reflection',
    metadata: readRecord(row.metadata, `${pointer}/metadata`, read.refuse),
    message: null,
    messages: null,
    // An unreadable text goes along as it was typed, so that it is not lost on the way to YAML.
    [field]: 'broken' in messages ? text : messages.value,
    messagesPerStream: read.number(row.messagesPerStream, `${pointer}/messagesPerStream`) ?? null,
    messageInterval: compact(row.messageInterval),
    streamDuration: compact(row.streamDuration),
    deadline: compact(row.deadline),
    authority: row.authority.trim() || null,
    gzip: row.gzip,
    maxMessageBytes: read.number(row.maxMessageBytes, `${pointer}/maxMessageBytes`) ?? defaults.maxMessageBytes,
    roundTrip: row.roundTrip,
  };
}
