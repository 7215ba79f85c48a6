import { type FieldProblem, fieldProblems } from '@plimsoll/contracts/problem';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import type { z } from 'zod';

/** A problem of a form; of one that is written as text, with the 1-based place in it. */
export type FormProblem = FieldProblem;

/** The result of a form as it stands. */
export interface Judged<Body> {
  /** Null while it cannot be read. Sent only where there are no problems. */
  readonly body: Body | null;
  readonly problems: readonly FormProblem[];
}

/**
 * Judges by a schema of the contracts. The server judges by the same one, and names problems by the same pointers: that is why this is
 * not Mantine's `schemaResolver`, which names them by dotted paths of the form's own values and cannot look into a union.
 */
export function judgeBy<S extends z.ZodType>(schema: S, input: unknown): Judged<z.output<S>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { body: parsed.data, problems: [] };
  return { body: null, problems: fieldProblems(parsed.error, input, issueSentence) };
}
