/** Input held to a schema: what is wrong with it is said by field. */
import { fieldProblems } from '@plimsoll/contracts/problem';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import type { z } from 'zod';
import { Fault } from './fault.ts';

/** `options`: by the field, those of the command line that it came from, which the fault names in its place. */
export function refuseBy<S extends z.ZodType>(schema: S, input: unknown, options: Readonly<Record<string, string>> = {}): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = fieldProblems(parsed.error, input, issueSentence);
  const nameOf = (field: string) =>
    Object.entries(options).find(([known]) => field === known || field.startsWith(`${known}/`))?.[1] ?? (field || '/');
  throw new Fault(problems.map(({ field, message }) => `${nameOf(field)}: ${message}`).join('\n'));
}
