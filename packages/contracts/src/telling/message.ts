/** The body of a webhook in the product's own format: thin, signed, and never with a plan's headers, bodies or secrets. */
import { z } from 'zod';
import { ciStatusSchema, verdictSchema } from '../figure/verdict.ts';
import { thresholdResultSchema } from '../plan/threshold.ts';
import { runStates } from '../run/run.ts';
import { validityStamps } from '../run/validity.ts';
import { missedFactsSchema, regressionFactsSchema, tellingKinds } from './telling.ts';

/** Raised where a field goes or changes what it means; new fields may come at any time. */
export const messageVersion = 1;

const messageRunSchema = z.object({
  id: z.uuid(),
  number: z.int().nullable(),
  /** Of its plan. */
  name: z.string(),
  planId: z.uuid().nullable(),
  state: z.enum(runStates),
  ciStatus: ciStatusSchema.nullable(),
  validity: z.enum(validityStamps).nullable(),
  thresholds: z.array(thresholdResultSchema),
  /** Held against the baseline of its plan. */
  baseline: z.object({ runId: z.uuid(), verdict: verdictSchema }).nullable(),
  tags: z.record(z.string(), z.string()),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});

export const messageSchema = z
  .object({
    type: z.enum([...tellingKinds, 'test']),
    version: z.literal(messageVersion),
    /** When it happened. */
    timestamp: z.iso.datetime(),
    data: z.object({
      team: z.object({ id: z.string(), name: z.string() }),
      /** What happened, in the language that was chosen. */
      title: z.string(),
      text: z.string(),
      url: z.url(),
      run: messageRunSchema.nullable(),
      /** Of `regression.confirmed`: the change, relative, with its interval. */
      experiment: regressionFactsSchema.extend({ id: z.uuid() }).nullable(),
      /** Of `schedule.missed`. */
      schedule: missedFactsSchema.nullable(),
    }),
  })
  .meta({ id: 'WebhookMessage' });
export type Message = z.infer<typeof messageSchema>;
export type MessageRun = z.infer<typeof messageRunSchema>;
