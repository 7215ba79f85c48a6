/** Why an arm of runs carries no verdict, as a code with its figures. */
import { z } from 'zod';
import { codeOf } from '../api/code.ts';
import { validityFindingSchema } from './validity-finding.ts';

/** The run; `number` (from 1) where its arm has several. */
const which = { side: z.enum(['base', 'candidate']), number: z.int().positive().nullable() };

export const armRefusalSchema = z.discriminatedUnion('kind', [
  /** `finding`: the first; null where the run gives none. */
  codeOf('invalid', { ...which, finding: validityFindingSchema.nullable() }),
  /** A file told sums only. */
  codeOf('sumsOnly', { ...which, tool: z.string() }),
  codeOf('tooShort', { ...which, seconds: z.number(), least: z.number() }),
]);
export type ArmRefusal = z.infer<typeof armRefusalSchema>;
