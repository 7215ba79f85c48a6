/** Events that a team can be told of, as codes with their figures. Their sentences stand in packages/wording. */
import { z } from 'zod';
import { trendMetrics } from '../figure/compared-metric.ts';

/** The first of those that somebody wants is the one that a person is told of, where one end of a run is several events. */
export const tellingKinds = [
  'worker.lost',
  'regression.confirmed',
  'run.worse',
  'run.failed_threshold',
  'run.finished',
  'schedule.missed',
] as const;
export const tellingKindSchema = z.enum(tellingKinds);
export type TellingKind = z.infer<typeof tellingKindSchema>;

/** Events that follow from the end of a run. */
export const runTellings = ['worker.lost', 'run.worse', 'run.failed_threshold', 'run.finished'] as const satisfies readonly TellingKind[];
export type RunTelling = (typeof runTellings)[number];

/**
 * Why a schedule did not start what was due. `stillRunning`: the one before was not over. `down`: nothing of ours was up. `author`: its author may not start it any more.
 * `busy`: another schedule loaded its target for an hour. `refused`: the load was refused. `blind`: its drill ran, and was not called worse.
 */
export const missedReasons = ['stillRunning', 'down', 'author', 'busy', 'refused', 'blind'] as const;

const intervalSchema = z.strictObject({ low: z.number(), high: z.number() });

export const regressionFactsSchema = z.strictObject({
  name: z.string(),
  metric: z.enum(trendMetrics),
  /** Relative to the run before the change; of the error rate the difference. */
  change: z.number(),
  interval: intervalSchema.nullable(),
  /** Ids of the runs before and after the change in the trend. */
  before: z.string(),
  after: z.string(),
});
export type RegressionFacts = z.infer<typeof regressionFactsSchema>;

export const missedFactsSchema = z.strictObject({
  scheduleId: z.string(),
  name: z.string(),
  /** When it was due first, and how many times it did not begin. */
  dueAt: z.iso.datetime(),
  times: z.int().positive(),
  because: z.enum(missedReasons),
});
export type MissedFacts = z.infer<typeof missedFactsSchema>;
