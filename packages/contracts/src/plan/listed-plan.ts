/** A plan as a list of runs or of plans shows it: without its long contents, which nobody reads there and which may be megabytes each. */
import { z } from 'zod';
import { shownPlanSchema } from './shown-plan.ts';

/** Longer bodies, body files (as base64) and data rows stay out of lists. */
export const mostListedBytes = 1000;

/**
 * Long contents (`body`, `bodyFile.base64`, `data.text`, and all of `grpc` but the call) are empty here, and `leftOut` names them by JSON
 * pointers into the plan; the run or the plan by itself has them. A plan that is posted has no `leftOut`: one taken from a list is refused, not run without its files.
 */
export const listedPlanSchema = z
  .strictObject({ ...shownPlanSchema.shape, leftOut: z.array(z.string()).min(1).optional() })
  .meta({ id: 'ListedPlan' });
export type ListedPlan = z.infer<typeof listedPlanSchema>;
