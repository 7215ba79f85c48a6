import { z } from 'zod';
import { publicObject } from '../api/public.ts';

/** The percentile curve of a finished run: `[percentile, µs]`, from p0 to p100 by equal steps of -log10(1 - p). */
export const curveSchema = publicObject({
  responseTime: z.array(z.tuple([z.number(), z.number()])),
  serviceTime: z.array(z.tuple([z.number(), z.number()])),
});
export type Curve = z.infer<typeof curveSchema>;
