/** Input held to a schema: what is wrong with it is said by field. */
import { fieldProblems } from '@plimsoll/contracts/problem';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import type { z } from 'zod';
import { Fault } from './fault.ts';

export function refuseBy<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = fieldProblems(parsed.error, input, issueSentence);
  throw new Fault(problems.map(({ field, message }) => `${field || '/'}: ${message}`).join('\n'));
}
