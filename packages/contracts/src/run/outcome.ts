/**
 * The outcome of one request. A closed union: every request that was sent ends as exactly one of these. `no_answer`: it failed, and
 * the file it was imported from does not say how; the engine never says so.
 */
import { z } from 'zod';
import { grpcStatuses } from '../request/grpc-status.ts';
import { mostLocationSigns } from '../request/redirect.ts';

export const outcomeKinds = [
  'response',
  'timeout',
  'connect_refused',
  'connect_timeout',
  'reset',
  'closed_early',
  'tls',
  'dns',
  'protocol',
  'refused_by_policy',
  'check_failed',
  'cut_off',
  'no_answer',
] as const;

/**
 * The ways in which a stream ends: by itself, by the message that says so, by the plan's rule, at its timeout, with the load, or too early.
 * A request that never became a stream has none.
 */
export const streamEnds = ['complete', 'done', 'rule', 'timed_out', 'cut_off', 'closed_early'] as const;
export type StreamEnd = (typeof streamEnds)[number];

/** Outcomes of requests that never had a connection. */
export const unconnectedKinds = [
  'connect_refused',
  'connect_timeout',
  'dns',
  'tls',
  'refused_by_policy',
] as const satisfies readonly OutcomeKind[];

export const outcomeKindSchema = z.enum(outcomeKinds);
export type OutcomeKind = z.infer<typeof outcomeKindSchema>;

export function isOutcomeKind(text: string): text is OutcomeKind {
  return (outcomeKinds as readonly string[]).includes(text);
}

/** Requests per outcome; a kind that did not occur is absent. */
export const outcomeCountsSchema = z.partialRecord(outcomeKindSchema, z.int().nonnegative());
export type OutcomeCounts = z.infer<typeof outcomeCountsSchema>;

/** Requests per HTTP status, keys as decimal text: `{"200": 12}`. */
export const statusCountsSchema = z.record(z.string(), z.int().nonnegative());
export type StatusCounts = z.infer<typeof statusCountsSchema>;

/** Calls per gRPC status that the target answered; one that did not occur is absent. */
export const grpcStatusCountsSchema = z.partialRecord(z.enum(grpcStatuses), z.int().nonnegative());
export type GrpcStatusCounts = z.infer<typeof grpcStatusCountsSchema>;

/** Streams per end; one that did not occur is absent. */
export const streamEndCountsSchema = z.partialRecord(z.enum(streamEnds), z.int().nonnegative());

/** WebSockets by the code with which they were closed, as decimal text: `{"1000": 12}`. */
export const closeCodeCountsSchema = z.record(z.string().regex(/^\d{1,5}$/), z.int().nonnegative());

/** Outcomes of requests that failed without a complete answer, or before one was judged. */
export const unansweredKinds = outcomeKinds.filter((kind) => kind !== 'response' && kind !== 'check_failed' && kind !== 'cut_off');

/** Answers that failed, by their status or by a check: what failed less what had no answer. */
export function countFailedAnswers({ failed, outcomes }: { readonly failed: number; readonly outcomes: OutcomeCounts }): number {
  return unansweredKinds.reduce((left, kind) => left - (outcomes[kind] ?? 0), failed);
}

/** One of the first few failures of a kind, kept so that people can see what went wrong; so is the first redirect. Secrets are already masked. */
export const errorExampleSchema = z.strictObject({
  outcome: outcomeKindSchema,
  /** HTTP status where there was a response. */
  status: z.int().nullable(),
  /** gRPC status where the target answered one. */
  grpcStatus: z.enum(grpcStatuses).optional(),
  /** One sentence: what failed. */
  message: z.string(),
  /** First bytes of the body as text, at most 2 kB. */
  body: z.string().nullable(),
  /** Second of the run in which it ended. */
  second: z.int().nonnegative(),
  /** The address that a redirect leads to, as the target wrote it. */
  location: z.string().max(mostLocationSigns).optional(),
  /** Name of the request in a plan with several. */
  request: z.string().nullable(),
});
export type ErrorExample = z.infer<typeof errorExampleSchema>;
