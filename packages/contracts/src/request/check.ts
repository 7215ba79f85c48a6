/** Checks: the conditions that a good response meets. */
import { z } from 'zod';
import { type PlacedRefusal, type RefusalCode, refusal, refused } from '../api/refusal.ts';
import { lastingSchema } from './duration.ts';
import { grpcStatuses } from './grpc-status.ts';
import { parseJsonPath } from './json-path.ts';
import { headerName } from './target.ts';
import { text } from './target-text.ts';

const statusMatchSchema = z.union([
  z.int().min(100).max(599),
  z.array(z.int().min(100).max(599)).min(1).max(50),
  z.string().regex(/^([1-5]xx|[1-5]\d\d-[1-5]\d\d)$/, refused('status_pattern')),
]);
const grpcStatusSchema = z.enum(grpcStatuses);
const messageCountSchema = z
  .strictObject({ min: z.int().nonnegative().optional(), max: z.int().nonnegative().optional() })
  .refine(({ min, max }) => min !== undefined || max !== undefined, refused('message_count_empty'))
  .refine(({ min = 0, max = Number.POSITIVE_INFINITY }) => min <= max, refused('message_count_order'));

/** The messages of an answer that a check looks at. */
export const checkedMessages = ['first', 'last', 'every'] as const;
export type CheckedMessage = (typeof checkedMessages)[number];

export const checkSchema = z.union([
  z.strictObject({ status: statusMatchSchema }),
  z.strictObject({ bodyContains: text(1000).min(1, refused('which_text')) }),
  z.strictObject({ header: z.strictObject({ name: z.string().regex(headerName, refused('header_name')), contains: text(1000) }) }),
  z.strictObject({
    /** The value at a place of a JSON body or message, or of a gRPC message in the JSON form of proto3, as in `$.items[0].id`; up to 1 MB. */
    jsonPath: z.strictObject({
      path: text(500).refine((path) => parseJsonPath(path) !== null, refused('json_path')),
      equals: z.union([text(1000), z.number(), z.boolean(), z.null()]),
      /** For streams alone (of HTTP, gRPC calls, WebSockets); absent: every message. Where no message came, `every` holds, and `first` and `last` do not. */
      message: z.enum(checkedMessages).optional(),
    }),
  }),
  z.strictObject({ maxBodyBytes: z.int().nonnegative() }),
  z.strictObject({ maxResponseTime: lastingSchema }),
  /** The gRPC statuses that count as good, in place of OK alone. A stream that ends by `streamDuration` has none. */
  z.strictObject({ grpcStatus: z.union([grpcStatusSchema, z.array(grpcStatusSchema).min(1).max(grpcStatuses.length)]) }),
  /** The number of messages that come: of a stream, answers of a gRPC call, or all that a WebSocket brought. */
  z.strictObject({ messageCount: messageCountSchema }),
  /** Where messages of a stream carry a number that rises by one: none may be missing, and none may come again or too late. Those without one are passed over. */
  z.strictObject({
    messageSequence: z.strictObject({ path: text(500).refine((path) => parseJsonPath(path) !== null, refused('json_path')) }),
  }),
]);
export type Check = z.infer<typeof checkSchema>;

/** The kinds of answers, of which different things can be checked: a whole body of HTTP, a stream over HTTP, a gRPC call, a WebSocket. */
const answerKinds = ['body', 'stream', 'call', 'socket'] as const;
type AnswerKind = (typeof answerKinds)[number];

const refusals = {
  body: 'http_check',
  stream: 'stream_check',
  call: 'grpc_check',
  socket: 'websocket_check',
} as const satisfies Record<AnswerKind, RefusalCode>;

interface Answered {
  readonly grpc: object | null;
  /** Plans of older versions lack these. */
  readonly websocket?: object | null;
  readonly stream?: unknown;
}

function answerKind({ grpc, websocket, stream }: Answered): AnswerKind {
  if (grpc) return 'call';
  if (websocket) return 'socket';
  return stream ? 'stream' : 'body';
}

function fitting(check: Check): readonly AnswerKind[] {
  if ('bodyContains' in check) return ['body'];
  if ('header' in check) return ['body', 'stream'];
  if ('grpcStatus' in check) return ['call'];
  if ('status' in check) return ['body', 'stream', 'call'];
  const ofMessages = 'messageCount' in check || 'messageSequence' in check || ('jsonPath' in check && check.jsonPath.message !== undefined);
  return ofMessages ? ['stream', 'call', 'socket'] : answerKinds;
}

/** Checks that do not go with the answers to what the plan sends. */
export function checkClashes(checks: readonly Check[], requests: readonly Answered[]): PlacedRefusal[] {
  return checks.flatMap((check, index) => {
    const foreign = requests.map(answerKind).find((kind) => !fitting(check).includes(kind));
    return foreign ? [{ path: ['checks', index], reason: refusal(refusals[foreign]) }] : [];
  });
}
