/** The settings that a team decides itself. */
import { z } from 'zod';
import { teamTargetsSchema } from '../installation/team-targets.ts';
import { personNameSchema } from './account.ts';
import { retentionSchema } from './retention.ts';

export const teamSettingsSchema = z.strictObject({
  name: z.string(),
  /** Host names, addresses and CIDR ranges that the team may load beside loopback. Empty: whatever the operator permits. */
  targets: z.array(z.string()),
  retention: retentionSchema,
  /** Is the sample pair shown while the team has nothing of its own? */
  sample: z.boolean(),
});
export type TeamSettings = z.infer<typeof teamSettingsSchema>;

/** A field that is left out stays as it is. */
export const changeTeamSchema = z.strictObject({
  name: personNameSchema.optional(),
  targets: teamTargetsSchema.optional(),
  retention: retentionSchema.optional(),
  sample: z.boolean().optional(),
});
export type ChangeTeam = z.infer<typeof changeTeamSchema>;
