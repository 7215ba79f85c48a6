/** A WebSocket as a plan writes it: what each connection sends and when, what it waits for, and when it is closed. */
import { z } from 'zod';
import { type PlacedRefusal, type Refusal, refusal, refuse, refused } from '../api/refusal.ts';
import { durationMs, lastingSchema } from './duration.ts';
import type { HttpParts } from './http-parts.ts';
import { parseJsonPath } from './json-path.ts';
import { text } from './target-text.ts';
import { isWebSocketUrl } from './websocket-url.ts';

/** A text message, or the bytes of a binary one. */
const mostTextBytes = 1024 * 1024;
/** The largest message that a plan may allow to come. */
const mostMessageBytes = 64 * 1024 * 1024;
const mostSubprotocols = 20;

const messageSchema = z.union([
  text(mostTextBytes),
  /** A binary message; templates in it are not looked for. */
  z.strictObject({ base64: z.base64(refused('file_base64')).max(Math.ceil(mostTextBytes / 3) * 4, refused('file_too_large')) }),
]);
export type WebSocketMessage = z.infer<typeof messageSchema>;

/** A token of HTTP (RFC 9110, 5.6.2). */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export const webSocketSchema = z
  .strictObject({
    /** Sent on each connection, from the first, beginning again after the last; null: the connection only listens. */
    messages: z.array(messageSchema).min(1).max(10_000).nullable().default(null),
    /** Messages that one connection sends; null: each of them once, or without end where `closeAfter` ends it. */
    messagesPerConnection: z.int().min(1).max(1_000_000).nullable().default(null),
    /** From one message to the next, by due times; null: as fast as they go out. */
    messageInterval: lastingSchema.nullable().default(null),
    /** Each message is sent when the answer to the one before has come. */
    afterAnswer: z.boolean().default(false),
    /** We close the connection when it was open for so long. */
    closeAfter: lastingSchema.nullable().default(null),
    /**
     * We close it when all is sent and so many messages have come; null: as many as it sends, where `closeAfter` does not end it. 0: as soon as
     * all is sent.
     */
    messagesToReceive: z.int().min(0).max(100_000_000).nullable().default(null),
    /** Offered in the upgrade, the preferred one first. One of them has to be chosen. */
    subprotocols: z
      .array(z.string().max(500).regex(token, refused('websocket_subprotocol')))
      .max(mostSubprotocols)
      .refine((names) => new Set(names).size === names.length, refused('websocket_subprotocol_twice'))
      .default([]),
    /** Offers permessage-deflate. Where the target takes it, messages are compressed both ways. */
    deflate: z.boolean().default(false),
    /** A ping as often as this, whose way there and back is timed. */
    ping: lastingSchema.nullable().default(null),
    /** Sent before all others, as some targets want it to know who connects. It is kept as a secret. */
    firstMessage: text(mostTextBytes).min(1).nullable().default(null),
    /** The others wait for the answer to the first message. */
    firstAnswered: z.boolean().default(true),
    /** Where a message says when it was published: a time since 1970 in ms, µs or ns, by its size, or a date in ISO 8601. */
    published: z
      .strictObject({ jsonPath: text(500).refine((path) => parseJsonPath(path) !== null, refused('json_path')) })
      .nullable()
      .default(null),
    /** A larger message, before or after it is decompressed, ends its connection. */
    maxMessageBytes: z
      .int()
      .min(1)
      .max(mostMessageBytes)
      .default(1024 * 1024),
  })
  .superRefine((socket, context) => {
    const issue = (field: string, reason: Refusal) => refuse(context, [field], reason);
    const { messages, afterAnswer, messageInterval, closeAfter, messagesToReceive } = socket;
    if (afterAnswer && messageInterval !== null)
      issue('afterAnswer', refusal('exclude_others', { first: 'messageInterval', second: 'afterAnswer' }));
    if (messages !== null) return;
    for (const field of ['messagesPerConnection', 'messageInterval'] as const)
      if (socket[field] !== null) issue(field, refusal('belongs_to', { field, owner: 'messages' }));
    if (afterAnswer) issue('afterAnswer', refusal('belongs_to', { field: 'afterAnswer', owner: 'messages' }));
    if (closeAfter === null && !messagesToReceive) issue('closeAfter', refusal('websocket_no_end'));
  });
export type WebSocketPlan = z.infer<typeof webSocketSchema>;

interface Connecting extends HttpParts {
  readonly grpc: object | null;
  readonly websocket: WebSocketPlan | null;
}

/** Lists the settings that do not go together in a target that is, or should be, a WebSocket. */
export function webSocketClashes(target: Connecting): PlacedRefusal[] {
  const { websocket, url, method, headers, body, bodyBytes, bodyFile, grpc } = target;
  const clashes: PlacedRefusal[] = [];
  const clash = (path: string[], reason: Refusal) => clashes.push({ path, reason });
  if (!websocket) {
    if (isWebSocketUrl(url)) clash(['websocket'], refusal('websocket_missing'));
    return clashes;
  }
  if (!isWebSocketUrl(url)) clash(['url'], refusal('websocket_url'));
  const beside = {
    method: method !== 'GET',
    body: body !== null,
    bodyBytes: bodyBytes !== null,
    bodyFile: bodyFile !== null,
    grpc: grpc !== null,
  };
  for (const [second, given] of Object.entries(beside))
    if (given) clash([second], refusal('exclude_others', { first: 'websocket', second }));
  for (const name of Object.keys(headers)) if (/^sec-websocket-/i.test(name)) clash(['headers', name], refusal('header_owned', { name }));
  return clashes;
}

/** Every text of a WebSocket that may hold templates, with its path below `websocket`. */
export function webSocketTexts({ messages, firstMessage }: WebSocketPlan): { readonly path: (string | number)[]; readonly text: string }[] {
  return [
    ...(firstMessage === null ? [] : [{ path: ['firstMessage'], text: firstMessage }]),
    ...(messages ?? []).flatMap((message, index) => (typeof message === 'string' ? [{ path: ['messages', index], text: message }] : [])),
  ];
}

/** Messages that one connection sends besides its first; Infinity where its time alone ends it. */
export function messagesSent({ messages, messagesPerConnection, messageInterval, afterAnswer, closeAfter }: WebSocketPlan): number {
  if (messages === null) return 0;
  if (messagesPerConnection !== null) return messagesPerConnection;
  return closeAfter !== null && (afterAnswer || messageInterval !== null) ? Number.POSITIVE_INFINITY : messages.length;
}

/** Messages after which we close a connection that has sent all; Infinity where its time alone ends it. */
export function messagesAwaited(socket: WebSocketPlan): number {
  if (socket.messagesToReceive !== null) return socket.messagesToReceive;
  return socket.closeAfter !== null ? Number.POSITIVE_INFINITY : messagesSent(socket);
}

/** The time that each connection stays open, in ms, where only its own clock ends it; null where messages may end it before. */
export function openMs(socket: WebSocketPlan): number | null {
  return socket.closeAfter !== null && messagesAwaited(socket) === Number.POSITIVE_INFINITY ? durationMs(socket.closeAfter) : null;
}
