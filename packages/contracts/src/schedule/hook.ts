/** A deploy hook: an address that starts one plan for whoever has it. */
import { z } from 'zod';
import { personNameSchema } from '../account/account.ts';
import { tagsSchema } from '../plan/plan.ts';
import { runIdSchema, runNumberSchema } from '../run/run.ts';

/** Of one plan. */
export const mostHooks = 20;
/** Starts by one hook. */
export const hookStarts = { most: 30, windowMinutes: 15 } as const;

export const createHookSchema = z.strictObject({ name: personNameSchema });
/** `url` is told once. */
export const createdHookSchema = z.strictObject({ id: z.uuid(), url: z.string() });
export const hookListSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      createdAt: z.iso.datetime(),
      /** Its runs are started with the rights that this person has then; null: without an account now. */
      author: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
      lastUsedAt: z.iso.datetime().nullable(),
    }),
  ),
});
export type PlanHook = z.infer<typeof hookListSchema>['items'][number];

/** Tags of the run, beside the plan's own: `{"commit": "4f2a9c1", "branch": "main"}`. */
export const useHookSchema = tagsSchema;
export const hookedRunSchema = z.strictObject({
  runId: runIdSchema,
  number: runNumberSchema,
  links: z.strictObject({
    /** The run's page, and the run itself. */
    page: z.string(),
    run: z.string(),
  }),
});
