/** Runs as a list shows them, and how they are found. */
import { z } from 'zod';
import { verdictSchema } from '../figure/verdict.ts';
import { listedPlanSchema } from '../plan/listed-plan.ts';
import { runSchema, runStateSchema } from './run.ts';
import { validityStamps } from './validity.ts';

/** A run as a list shows it: without the samples, the errors' examples, the plan's long contents and where it was generated. */
export const runListItemSchema = runSchema
  .omit({ environment: true, generators: true, schedule: true, importedFile: true })
  .extend({ plan: listedPlanSchema })
  .meta({ id: 'RunListItem' });
export type RunListItem = z.infer<typeof runListItemSchema>;

export const runListSchema = z.strictObject({
  items: z.array(runListItemSchema),
  nextCursor: z.string().nullable(),
  total: z.int().nonnegative().meta({
    description: 'Runs that match. They are counted up to 10 000, found by a word or a tag up to 1 000: one more stands for any more.',
  }),
});
export const runListQuerySchema = z.strictObject({
  /** One state, or `active` / `finished` for a group. */
  state: z.union([runStateSchema, z.enum(['active', 'finished'])]).optional(),
  planId: z.uuid().optional(),
  experimentId: z.uuid().optional(),
  /** Verdict against the baseline; `worse` lists the regressions. */
  verdict: verdictSchema.optional(),
  /** The id of who asked for it. */
  createdBy: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Who asked for it, by id; looked for among the newest 16 000 runs.' }),
  stamp: z.enum(validityStamps).optional().meta({ description: 'Looked for among the newest 16 000 runs.' }),
  /** `name` or `name:value`. */
  tag: z.string().max(260).optional(),
  search: z.string().max(200).optional().meta({
    description:
      'Words, all of which stand in the name, the URLs, the note or the tags. `#58` is the run of that number. One of one or two letters or digits is looked for where words begin. One of signs alone, or of one or two other letters, is looked for among the newest 16 000 runs.',
  }),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type RunListQuery = z.infer<typeof runListQuerySchema>;

/** The most runs that a list counts. A search by words and tags finds runs all over the table: each run more costs a look at it. */
export const mostCounted = ({ search, tag }: { search?: string | undefined; tag?: string | undefined }): number =>
  search || tag ? 1000 : 10_000;
