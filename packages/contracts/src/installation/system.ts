/** The installation itself: limits, demo target. */
import { z } from 'zod';
import { capsSchema } from './caps.ts';
import { targetPolicySchema } from './target-policy.ts';

export const systemSchema = z.strictObject({
  version: z.string(),
  caps: capsSchema,
  /** Own ports and sockets are left out. */
  targets: targetPolicySchema.omit({ ownPorts: true, ownSockets: true }),
  signup: z.enum(['invite', 'open']),
  /** Does the installation send mails? */
  mail: z.boolean(),
  /** Labels of the workers that take loads now and of pools that are scaled by what waits, for members: a plan chooses one with `workers: {label}`. */
  workerLabels: z.array(z.string()),
  pools: z
    .array(z.string())
    .default([])
    .meta({ description: "Labels of the pools that are scaled by what waits, for members; '' is that of plans without a label." }),
  /** Base URL of the built-in demo target on the worker's loopback; it starts when the first run aims at it. */
  demoTarget: z.string(),
  /** URL of its gRPC service `plimsoll.demo.Demo`, on the same port. */
  demoGrpcTarget: z.string(),
});
export type System = z.infer<typeof systemSchema>;

/** Knobs of the demo target, given in its URL's query: `/?delayMs=5&jitterMs=2&errorRate=0.01&capacity=200`; in metadata to its gRPC service. */
export const demoKnobs = ['delayMs', 'jitterMs', 'errorRate', 'capacity'] as const;

/** Where the demo target takes WebSockets: one that sends each message back, and one that sends to all that listen. */
export const demoSocketPaths = { echo: '/echo', feed: '/feed' } as const;

/** Where the demo target streams: server-sent events, lines of JSON, and answers of a language model in OpenAI's two shapes and in Anthropic's. */
export const demoStreamPaths = {
  sse: '/sse',
  ndjson: '/ndjson',
  openai: '/v1/chat/completions',
  anthropic: '/v1/messages',
  responses: '/v1/responses',
} as const;

/**
 * Its knobs there, beside those of any answer: `delayMs` is the time to the first message, `capacity` the streams that it makes at full speed at
 * once. `events` and `bytes` (of each one's data) are the events' and lines' alone, `maxTokens` the language models'.
 */
export const demoStreamKnobs = ['gapMs', 'events', 'bytes', 'maxTokens', 'stallMs', 'stallRate'] as const;
