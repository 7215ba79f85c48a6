/** Experiments as a list shows them: without their plans, runs and comparisons. */
import { z } from 'zod';
import { metricDeltaSchema, verdictSchema } from '../figure/verdict.ts';

export const experimentKinds = ['ab', 'aa', 'sweep', 'capacity'] as const;
export type ExperimentKind = (typeof experimentKinds)[number];
export const experimentStates = ['queued', 'running', 'stopping', 'completed', 'stopped', 'failed'] as const;
export const experimentStateSchema = z.enum(experimentStates);
export type ExperimentState = z.infer<typeof experimentStateSchema>;

/** Fields that a list and the experiment's own page show. */
export const shownExperimentShape = {
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(experimentKinds),
  state: experimentStateSchema,
  /** `remarks` in sentences. */
  stateReason: z.string().nullable(),
  progress: z.strictObject({ done: z.int(), total: z.int() }),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
};

/** The one answer of an experiment, so far while it goes on. */
const findingSchema = z.strictObject({
  /** Capacity: the highest rate that held, per second; null where none did, and for other kinds. */
  rate: z.number().nullable(),
  confirmed: z.boolean(),
  /** Capacity: the target may carry more, since nothing that it did ended the search above the rate. */
  atLeast: z.boolean(),
  /** A/A: the smallest relative change that this setup can see. */
  noiseFloor: z.number().nullable(),
  /** A/B: of the headline metrics of all variants the verdict that leads, as in {@link leadingRule}. */
  verdict: verdictSchema.nullable(),
  /** A/B: the metric that moved most among those that have this verdict; null where none moved. */
  leading: metricDeltaSchema.pick({ metric: true, delta: true, deltaRelative: true }).nullable(),
  /** Sweep: the setting with the most good answers; null before it is known, and for other kinds. */
  best: z
    .strictObject({
      variant: z.string(),
      goodPerSecond: z.number(),
      alike: z.array(z.string()).meta({ description: 'Other settings that carry as much, to within 5 %.' }),
    })
    .nullable(),
});

export const experimentListSchema = z.strictObject({ items: z.array(z.strictObject({ ...shownExperimentShape, finding: findingSchema })) });
