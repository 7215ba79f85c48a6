/** The settings that a team decides itself. */
import { z } from 'zod';
import { retentionSchema } from './retention.ts';

export const teamSettingsSchema = z.strictObject({
  name: z.string(),
  /** Host names, addresses and CIDR ranges that the team may load beside loopback. Empty: whatever the operator permits. */
  targets: z.array(z.string()),
  retention: retentionSchema,
  /** Is the sample pair shown while the team has nothing of its own? */
  sample: z.boolean(),
  /** Where the team's own backend shows a trace: an address with `{traceId}` in it. */
  traceUrl: z.string().nullable(),
});
export type TeamSettings = z.infer<typeof teamSettingsSchema>;
