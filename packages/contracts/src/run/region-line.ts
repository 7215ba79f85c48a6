/** p99 of a region of a run second by second, as a share and a report carry it. */
import { z } from 'zod';
import { markPublic, publicObject } from '../api/public.ts';
import { type Point, pointSchema } from './sample.ts';
import { readableSeconds } from './whole-seconds.ts';

export const regionLineSchema = publicObject({
  /** Of the region's pool; on a link `Region` and its number, in the reader's language. */
  label: markPublic(z.string(), 'region'),
  /** By rising second. Null: nothing was answered well. */
  points: z.array(publicObject({ second: pointSchema.shape.second, p99Us: z.number().nullable() })),
});
export type RegionLine = z.infer<typeof regionLineSchema>;

/** `points`: of the region alone. */
export function regionLine(label: string, points: readonly Point[]): RegionLine {
  return { label, points: readableSeconds(points).map(({ second, responseTime }) => ({ second, p99Us: responseTime.p99Us })) };
}
