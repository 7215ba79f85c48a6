/** The kill switch of the installation. */
import { z } from 'zod';

/** `hold`: nothing starts until the hold is taken back. No body is as good as an empty one. */
export const stopAllSchema = z.strictObject({ hold: z.boolean().default(false) }).nullish();

export const holdSchema = z.strictObject({
  /** Since when nothing may start; null: loads start. */
  heldSince: z.iso.datetime().nullable(),
  /** Who asked for it. */
  heldBy: z.string().nullable(),
});
export type Hold = z.infer<typeof holdSchema>;

/** How many were asked to stop, and whether new ones may start. */
export const stoppedAllSchema = holdSchema.extend({ runs: z.int().nonnegative(), experiments: z.int().nonnegative() });
export type StoppedAll = z.infer<typeof stoppedAllSchema>;
