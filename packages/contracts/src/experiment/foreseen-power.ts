/** What is asked of an experiment before it begins and while it goes on: how small a change it will see, and how its interval closes in. */
import { z } from 'zod';
import { publicObject } from '../api/public.ts';
import { comparedMetricSchema } from '../figure/verdict.ts';
import { powerSchema } from './power.ts';

export const powerQuerySchema = z.strictObject({
  roundSeconds: z.coerce
    .number()
    .positive()
    .max(86_400)
    .meta({ description: 'Seconds of load of each round, without its warm-up; in turns of all variants together.' }),
  design: z.enum(['together', 'turns']).default('together'),
  repeats: z.coerce.number().int().min(1).max(30).default(3),
  mostRepeats: z.coerce.number().int().min(1).max(30).optional().meta({ description: 'Where it extends itself.' }),
  candidates: z.coerce.number().int().min(1).max(4).default(1).meta({ description: 'Variants beside the base.' }),
  detect: z.coerce.number().min(0.001).max(0.5).default(0.03),
});
export const foreseenPowerSchema = z.strictObject({
  power: powerSchema.nullable().meta({ description: 'Null where the plan has no history: the first 20 s of an experiment tell it then.' }),
});
export type PowerQuery = z.infer<typeof powerQuerySchema>;

const coursePointSchema = publicObject({
  second: z.number().meta({ description: 'Seconds of load so far.' }),
  middle: z.number().meta({ description: 'Mean of the relative changes of the median of all pairs of blocks so far.' }),
  low: z.number(),
  high: z.number(),
});
export type CoursePoint = z.infer<typeof coursePointSchema>;

export const experimentCourseSchema = z
  .strictObject({
    items: z.array(
      publicObject({
        variant: z.int().positive(),
        of: comparedMetricSchema.optional().meta({ description: 'The median, where it is not p50 of the response time.' }),
        points: z.array(coursePointSchema).meta({ description: 'By time; at most 120. Empty before there are ten pairs.' }),
      }),
    ),
  })
  .meta({ id: 'ExperimentCourse' });
export type ExperimentCourse = z.infer<typeof experimentCourseSchema>;
