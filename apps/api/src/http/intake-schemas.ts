/** Bodies that hold plans, with the plans' files: they are large, so that they are read and judged in one go, in a thread. */
import { createExperimentSchema } from '@plimsoll/contracts/experiment';
import { createRunSchema } from '@plimsoll/contracts/run';
import { savePlanSchema } from '@plimsoll/contracts/saved-plan';

export const intakeSchemas = { run: createRunSchema, plan: savePlanSchema, experiment: createExperimentSchema } as const;
export type IntakeName = keyof typeof intakeSchemas;
