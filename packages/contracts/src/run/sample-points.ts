/** The points of a run's charts, as the API answers them. */
import { z } from 'zod';
import { queriedSequence, queriedWhole } from '../api/bounds.ts';
import { workerLabelSchema } from '../plan/plan-workers.ts';
import { pointSchema } from './sample.ts';
import { judgeWindow, queriedWindow } from './window.ts';

/** `GET /runs/:id/samples`: server-made points, at most 600, max-preserving. `lastSequence` resumes. */
export const samplesSchema = z.strictObject({
  points: z.array(pointSchema),
  resolutionSeconds: z.int().positive(),
  lastSequence: z.int().nonnegative(),
  sampleSeconds: z
    .union([z.literal(0), z.literal(1), z.literal(10)])
    .default(1)
    .meta({ description: 'Seconds that each stored sample covers: 1, or 10 once the team let the run be thinned; 0: they are gone.' }),
});
export const samplesQuerySchema = z
  .strictObject({
    after: queriedSequence.default(0),
    /** Seconds a point; 0 or absent = chosen so that at most 600 points come back. */
    resolution: queriedWhole.default(0),
    /** Only the points of these seconds, warm-up included: from ≤ second < to. Both or none. */
    ...queriedWindow,
    /** Only the share of this region of the plan. */
    region: workerLabelSchema.optional(),
  })
  .superRefine(judgeWindow);
