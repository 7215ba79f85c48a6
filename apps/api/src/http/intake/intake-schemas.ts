/** Bodies that hold plans, with the plans' files, or definitions of gRPC services: they are large, so that they are read and judged in one go, in a thread. */
import { createExperimentSchema } from '@plimsoll/contracts/experiment';
import { describeGrpcSchema } from '@plimsoll/contracts/grpc-description';
import { createRunSchema } from '@plimsoll/contracts/run';
import { savePlanSchema } from '@plimsoll/contracts/saved-plan';
import { sendOneSchema } from '@plimsoll/contracts/sent-one';

export const intakeSchemas = {
  run: createRunSchema,
  plan: savePlanSchema,
  experiment: createExperimentSchema,
  definition: describeGrpcSchema,
  sendOne: sendOneSchema,
} as const;
export type IntakeName = keyof typeof intakeSchemas;
