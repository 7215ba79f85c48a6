/** How small a change an experiment of two services at once will show, and how its interval closes in while it goes on. */
import { z } from 'zod';

/** Its noise was learned from: an earlier experiment of the plan, two of the plan's runs, its own first seconds, all of its own. */
const powerSources = ['experiment', 'runs', 'pilot', 'itself'] as const;

export const powerSchema = z
  .strictObject({
    detectable: z.number().meta({ description: 'The relative change of p50 that nine of ten such experiments call.' }),
    after: z.number().meta({ description: 'Seconds of load after which they do.' }),
    needed: z.number().nullable().default(null).meta({
      description:
        'Seconds of load after which nine of ten call a change of `detect`. Null where a day is not enough, or an older version told it.',
    }),
    from: z.enum(powerSources).nullable().default(null).meta({
      description:
        'Its noise is that of an earlier experiment of the plan, of two of its runs (which tell too much: nothing of what disturbed them cancels), of the first 20 s of its own, or of all of its own. Null where an older version told it.',
    }),
  })
  .meta({ id: 'Power' });
export type Power = z.infer<typeof powerSchema>;

export interface PairNoise {
  /** Of the log ratio of two medians measured for a second, what resembles its neighbours paid for; it falls with the root of seconds. */
  readonly ofSecond: number;
  readonly blockSeconds: number;
}

/** Seconds of load after which the noise is known well enough to tell the power. */
export const pilotSeconds = 20;

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

const coursePointSchema = z.strictObject({
  second: z.number().meta({ description: 'Seconds of load so far.' }),
  middle: z.number().meta({ description: 'Mean of the relative changes of p50 of all pairs of blocks so far.' }),
  low: z.number(),
  high: z.number(),
});
export type CoursePoint = z.infer<typeof coursePointSchema>;

export const experimentCourseSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        variant: z.int().positive(),
        points: z.array(coursePointSchema).meta({ description: 'By time; at most 120. Empty before there are ten pairs.' }),
      }),
    ),
  })
  .meta({ id: 'ExperimentCourse' });
export type ExperimentCourse = z.infer<typeof experimentCourseSchema>;
