/** Requests with a trace in the backend of the target's team: the slowest of each second. */
import { z } from 'zod';
import { outcomeKindSchema } from './outcome.ts';

/** Kept of each second of a generator. */
export const mostTraces = 3;

export const requestTraceSchema = z.strictObject({
  /** Of W3C Trace Context. */
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  /** Second of the run in which it ended. */
  second: z.int().nonnegative(),
  responseTimeUs: z.number().nonnegative(),
  outcome: outcomeKindSchema,
  /** HTTP status where there was a response. */
  status: z.int().nullable(),
  /** Name of the request in a plan with several. */
  request: z.string().nullable(),
});
export type RequestTrace = z.infer<typeof requestTraceSchema>;
