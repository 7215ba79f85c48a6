/** From the bytes of a body to its value. Knows no request, so that it works in a thread, too. */
import { parsePlanYaml } from '@plimsoll/contracts/plan-yaml';
import { problemWords } from '@plimsoll/wording/en/problem';
import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import { ApiError, invalidInput } from '../api-error.ts';
import { type IntakeName, intakeSchemas } from './intake-schemas.ts';
import { parseJson, refuseUnkeepable } from './json-body.ts';

export interface BodyText {
  readonly format: 'json' | 'yaml';
  readonly text: string;
  /** The kind of body; null: the route's own schema judges it. */
  readonly judgedAs: IntakeName | null;
}

/** The body's value; with `judgedAs` as its schema gives it. Throws ApiError at what is wrong. */
export function readBody({ format, text, judgedAs }: BodyText): unknown {
  if (format === 'yaml') return readPlan(text);
  if (text === '' && judgedAs === null) return undefined;
  const value = text === '' ? undefined : parseJson(text);
  refuseUnkeepable(value);
  if (judgedAs === null) return value;
  const parsed = intakeSchemas[judgedAs].safeParse(value);
  if (!parsed.success) throw invalidInput(parsed.error, value);
  return parsed.data;
}

/** A body of a plan alone. */
function readPlan(text: string): { readonly plan: unknown } {
  const parsed = parsePlanYaml(text, issueSentence);
  if (!('plan' in parsed)) {
    const errors = parsed.problems.map((problem) => ({
      ...problem,
      field: `/plan${problem.field}`,
      hint: problem.hint ?? problemWords.body.place({ line: problem.line, column: problem.column }),
    }));
    throw new ApiError('invalid_input', errors[0]?.message ?? problemWords.general.invalidInput, errors);
  }
  refuseUnkeepable(parsed);
  return { plan: parsed.plan };
}
