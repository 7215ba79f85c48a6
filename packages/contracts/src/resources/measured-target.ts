/** The target's own resources over the measured seconds of a run, as thresholds judge them: see `figure/target-figures.ts`. */
import { type TargetThreshold, targetThresholds } from '../figure/target-figures.ts';

/** Null: nobody told it. */
export type MeasuredTarget = Readonly<Record<TargetThreshold, number | null>>;
export const unknownTarget = Object.fromEntries(targetThresholds.map((name) => [name, null])) as MeasuredTarget;
