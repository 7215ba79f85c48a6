/**
 * An answer that is a stream of messages over HTTP, as a plan writes it: how it is cut into messages, how it ends, and whether its messages
 * are tokens of a language model. A plan keeps what was written; {@link streamSettings} fills in the rest.
 */
import { z } from 'zod';
import { type PlacedRefusal, type Refusal, refusal, refused } from '../api/refusal.ts';
import { durationMs, lastingSchema } from './duration.ts';
import { parseJsonPath } from './json-path.ts';
import { text } from './target-text.ts';

/** `sse`: server-sent events, by the WHATWG standard. `ndjson`: a message a line. `chunks`: whatever of the body comes at once is a message. */
export const streamForms = ['sse', 'ndjson', 'chunks'] as const;
export type StreamForm = (typeof streamForms)[number];

/** The shapes in which servers of language models send tokens: of OpenAI's chat, completions and responses, of Anthropic's messages. */
export const tokenShapes = ['openai', 'anthropic'] as const;
export type TokenShape = (typeof tokenShapes)[number];

/** A longer message ends its stream. */
const usualMessageBytes = 1024 * 1024;
const mostMessageBytes = 64 * 1024 * 1024;

/** We end the stream by the first of these, and that is a good end. */
const endAfterSchema = z
  .strictObject({
    messages: z.int().min(1).optional(),
    duration: lastingSchema.optional(),
    /** A message, read as JSON, has this value at this place. */
    jsonPath: z
      .strictObject({
        path: text(500).refine((path) => parseJsonPath(path) !== null, refused('json_path')),
        equals: z.union([text(1000), z.number(), z.boolean(), z.null()]),
      })
      .optional(),
  })
  .refine((rules) => Object.values(rules).some((rule) => rule !== undefined), refused('stream_end_empty'));

const tokenLimitsSchema = z.strictObject({
  shape: z.enum(tokenShapes),
  /** A stream is good only if its first token came within it … */
  ttft: lastingSchema.optional(),
  /** … and if the time from one of its tokens to the next was no more, on average. */
  itl: lastingSchema.optional(),
});

const settingsSchema = z.strictObject({
  as: z.enum(streamForms),
  /**
   * The message whose data is this ends the stream well; a stream that ends without it was closed early, and fails. Absent: the end of the
   * answer is the end, but `[DONE]` (or the last event of a response) for tokens of OpenAI's shape, and `message_stop` for Anthropic's. Null: nothing is asked.
   */
  doneAt: text(1000).min(1, refused('which_text')).nullable().optional(),
  endAfter: endAfterSchema.nullable().optional(),
  /** For `sse`: the next request of the same request slot sends `Last-Event-ID` with the last id that came. */
  reconnect: z.boolean().optional(),
  /** A longer message ends its stream. Absent: 1 MiB. */
  maxMessageBytes: z.int().min(1).max(mostMessageBytes).optional(),
  tokens: z
    .union([z.enum(tokenShapes), tokenLimitsSchema])
    .nullable()
    .optional(),
});

export const streamSchema = z.union([z.enum(streamForms), settingsSchema], refused('stream_shape')).meta({
  description:
    'The answer is a stream of messages, which are counted and timed one by one: server-sent events (sse), lines (ndjson), or whatever of the body comes at once (chunks). An object also says how it ends, and whether its messages are tokens.',
});
export type StreamInput = z.infer<typeof streamSchema>;

/** The settings of a stream, with what its plan leaves unsaid. */
export interface StreamSettings {
  readonly as: StreamForm;
  /** Data of the message that ends it; null: none. */
  readonly doneAt: string | null;
  /** Does the event by which its token shape ends end it, too: `message_stop` of Anthropic, `response.completed` of OpenAI? */
  readonly doneByEvent: boolean;
  readonly endAfter: {
    readonly messages: number | null;
    readonly durationMs: number | null;
    readonly jsonPath: { readonly path: string; readonly equals: string | number | boolean | null } | null;
  };
  readonly reconnect: boolean;
  readonly maxMessageBytes: number;
  /** Limits of a good stream in ms; null: none. */
  readonly tokens: { readonly shape: TokenShape; readonly ttftMs: number | null; readonly itlMs: number | null } | null;
}

interface Streamed {
  /** Plans of older versions lack it. */
  readonly stream?: StreamInput | null;
}

/** The settings of a request's stream; null where its answer is none. */
export function streamSettings({ stream }: Streamed): StreamSettings | null {
  if (!stream) return null;
  const written = typeof stream === 'string' ? { as: stream } : stream;
  const { as, doneAt, endAfter, reconnect = false, maxMessageBytes = usualMessageBytes, tokens = null } = written;
  const limits = typeof tokens === 'string' ? { shape: tokens } : tokens;
  const inMs = (duration: string | undefined) => (duration === undefined ? null : durationMs(duration));
  return {
    as,
    doneAt: doneAt === undefined ? (limits?.shape === 'openai' ? '[DONE]' : null) : doneAt,
    doneByEvent: doneAt === undefined && limits !== null,
    endAfter: {
      messages: endAfter?.messages ?? null,
      durationMs: inMs(endAfter?.duration),
      jsonPath: endAfter?.jsonPath ?? null,
    },
    reconnect,
    maxMessageBytes,
    tokens: limits && { shape: limits.shape, ttftMs: inMs(limits.ttft), itlMs: inMs(limits.itl) },
  };
}

interface Answered extends Streamed {
  readonly method: string;
  readonly grpc: object | null;
  readonly websocket: object | null;
}

/** Lists the settings that do not go together in a target whose answer is a stream. */
export function streamClashes(target: Answered): PlacedRefusal[] {
  const settings = streamSettings(target);
  if (!settings) return [];
  const clashes: PlacedRefusal[] = [];
  const clash = (path: string[], reason: Refusal) => clashes.push({ path: ['stream', ...path], reason });
  for (const first of ['grpc', 'websocket'] as const) if (target[first]) clash([], refusal('exclude_others', { first, second: 'stream' }));
  if (target.method === 'HEAD') clash([], refusal('stream_head'));
  if (settings.reconnect && settings.as !== 'sse') clash(['reconnect'], refusal('belongs_to', { field: 'reconnect', owner: 'as: sse' }));
  if (settings.tokens && settings.as === 'chunks') clash(['tokens'], refusal('stream_tokens_chunks'));
  return clashes;
}
