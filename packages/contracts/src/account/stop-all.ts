/** Stopping everything: a team's loads, or the kill switch and the maintenance of the installation. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';

/** No body is as good as an empty one. */
export const stopAllSchema = z
  .strictObject({
    /** `team`: its own loads alone. Left out: of the installation for its owners, of the team for all others. */
    scope: z.enum(['team', 'installation']).optional(),
    /** Nothing starts on the whole installation until the hold is taken back. */
    hold: z.boolean().default(false),
    /** With `false` and a hold what is under way goes on to its end: maintenance. */
    stop: z.boolean().default(true),
  })
  .refine(({ hold, stop }) => stop || hold, { ...refused('stop_or_hold'), path: ['stop'] })
  .refine(({ hold, scope }) => !hold || scope !== 'team', { ...refused('hold_of_installation'), path: ['hold'] })
  .nullish();
export type StopAll = z.input<typeof stopAllSchema>;

export const holdSchema = z.strictObject({
  /** The time since which nothing may start; null: loads start. */
  heldSince: z.iso.datetime().nullable(),
  /** The person who asked for it; the owners of the installation see the name. */
  heldBy: z.string().nullable(),
});
export type Hold = z.infer<typeof holdSchema>;

/** The loads that were asked to stop, counted, and whether new ones may start. */
export const stoppedAllSchema = holdSchema.extend({ runs: z.int().nonnegative(), experiments: z.int().nonnegative() });
export type StoppedAll = z.infer<typeof stoppedAllSchema>;
