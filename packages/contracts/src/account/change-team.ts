/** What admins change of the settings that a team decides itself. Apart from reading them: every page reads them, few change them. */
import { z } from 'zod';
import { teamTargetsSchema } from '../installation/team-targets.ts';
import { personNameSchema } from './account.ts';
import { retentionSchema } from './retention.ts';
import { traceUrlSchema } from './trace-url.ts';

/** A field that is left out stays as it is. */
export const changeTeamSchema = z.strictObject({
  name: personNameSchema.optional(),
  targets: teamTargetsSchema.optional(),
  retention: retentionSchema.optional(),
  sample: z.boolean().optional(),
  traceUrl: traceUrlSchema.nullable().optional(),
});
export type ChangeTeam = z.infer<typeof changeTeamSchema>;
