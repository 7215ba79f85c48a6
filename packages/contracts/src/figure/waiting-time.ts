/** The time that speaks for a run of streams, as lists of runs tell it; run/leading-time.ts finds it. */
import { z } from 'zod';
import { percentileMetrics } from './compared-metric.ts';

/** `us`: null where it was not measured. */
const leadingTimeSchema = z.strictObject({ metric: z.enum(percentileMetrics), us: z.number().nullable() });
export type LeadingTime = Readonly<z.infer<typeof leadingTimeSchema>>;
/** The time that leads in a run of streams, as rows of lists tell it; none in what an older version kept. */
export const waitingTimeSchema = leadingTimeSchema.nullable().default(null).meta({
  description:
    'The time that users of its streams wait for, where each of its requests is one, or tokens are counted. Null where p99 tells it.',
});
