/** A finished run held against its plan's baseline. */
import { z } from 'zod';
import { leadingRule, metricDeltaSchema, verdictSchema } from '../figure/verdict.ts';
import { armRefusalSchema } from './arm-refusal.ts';

const baselineCodeSchema = z.strictObject({
  /** The fields that differ, where the plan or the machine is no longer what the baseline ran with. */
  outdated: z.array(z.string()).nullable(),
  refused: armRefusalSchema.nullable(),
  minimumEffect: z.number(),
  /** The arms whose figures are the generator's own, or its client's. */
  ownLimits: z.array(z.enum(['base', 'candidate'])),
});
export type BaselineCode = z.infer<typeof baselineCodeSchema>;

export const baselineVerdictSchema = z
  .strictObject({
    baselineRunId: z.uuid(),
    verdict: verdictSchema.meta({ description: leadingRule }),
    /** Made of `code` and the metrics. */
    sentence: z.string(),
    code: baselineCodeSchema.nullable().default(null).meta({
      description: 'The sentence as a code with its figures, beside those of the metrics. Null where an older version judged the run.',
    }),
    /** In lists only the headline metric that the verdict is of. */
    metrics: z.array(metricDeltaSchema),
  })
  .meta({ id: 'BaselineVerdict' });
export type BaselineVerdict = z.infer<typeof baselineVerdictSchema>;
