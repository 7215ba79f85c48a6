/** How small a change an experiment of two services at once will show. */
import { z } from 'zod';
import type { ComparedMetric } from '../figure/compared-metric.ts';
import { comparedMetricSchema } from '../figure/verdict.ts';

/** Its noise was learned from: an earlier experiment of the plan, two of the plan's runs, its own first seconds, all of its own. */
const powerSources = ['experiment', 'runs', 'pilot', 'itself'] as const;

export const powerSchema = z
  .strictObject({
    detectable: z.number().meta({
      description:
        'The relative change of p50, or of the median in `of`, that nine of ten such experiments tell from none. Within half of `detect` it is still called no difference.',
    }),
    after: z.number().meta({ description: 'Seconds of load.' }),
    needed: z.number().nullable().default(null).meta({
      description: 'Seconds until `detect` is found. Null: more than a day.',
    }),
    of: comparedMetricSchema.optional().meta({
      description: 'The median that it speaks of, where that is not p50 of the response time: of streams p50 of what decides.',
    }),
    from: z.enum(powerSources).nullable().default(null).meta({
      description: 'Where its noise was learned.',
    }),
  })
  .meta({ id: 'Power' });
export type Power = z.infer<typeof powerSchema>;

export interface PairNoise {
  /** Of the log ratio of two medians measured for a second, what resembles its neighbours paid for; it falls with the root of seconds. */
  readonly ofSecond: number;
  readonly blockSeconds: number;
  /** The median that it is of; absent: p50 of the response time. */
  readonly of?: ComparedMetric;
}

/** Seconds of load after which the noise is known well enough to tell the power. */
export const pilotSeconds = 20;
