/** The schema of a plan's generators, which every page loads: a number of workers, or a number in each of several regions, each of which is a pool of workers. */
import { z } from 'zod';
import { refusal, refuse, refused } from '../api/refusal.ts';
import { workerLabelSchema } from './plan-workers.ts';

/** Workers that may make one run together. */
export const mostGenerators = 64;

const numberSchema = z.int(refused('generators_whole')).min(1, refused('generators_least')).max(mostGenerators, refused('generators_most'));

const regionSchema = z.strictObject({
  /** The pool that makes this share. */
  label: workerLabelSchema,
  /** Its workers, each with a share of the load. */
  n: numberSchema.default(1),
});
export type Region = z.infer<typeof regionSchema>;

const regionsSchema = z
  .array(regionSchema)
  .min(1, refused('regions_least'))
  .max(mostGenerators, refused('generators_most'))
  .superRefine((regions, context) => {
    const labels = regions.map(({ label }) => label);
    const twice = labels.findIndex((label, at) => labels.indexOf(label) < at);
    if (twice >= 0) refuse(context, [twice, 'label'], refusal('region_twice', { label: labels[twice] ?? '' }));
    if (countGenerators(regions) > mostGenerators) refuse(context, [], refusal('generators_most'));
  });

export const generatorsSchema = z.union([numberSchema, regionsSchema]);
export type Generators = z.infer<typeof generatorsSchema>;

/** The number of workers that make the load together. */
export function countGenerators(generators: Generators): number {
  return typeof generators === 'number' ? generators : generators.reduce((sum, { n }) => sum + n, 0);
}
