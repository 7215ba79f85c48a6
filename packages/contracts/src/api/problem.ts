/** `application/problem+json` (RFC 9457): the one shape of every error the API answers, and of every error beside a form field. */
import { z } from 'zod';
import { type IssueText, issueText, refusal, toIssueText } from './refusal.ts';
import { shapeRefusal } from './shape-refusal.ts';

export const problemCodes = [
  'invalid_input',
  'invalid_json',
  'unsupported_content_type',
  'too_large',
  'not_signed_in',
  'forbidden',
  'not_found',
  'conflict',
  'last_owner',
  'idempotency_key_reused',
  'run_finished',
  'target_refused',
  'over_cap',
  'not_enough_workers',
  'too_many_requests',
  'unavailable',
  'internal',
] as const;
export const problemCodeSchema = z.enum(problemCodes);
export type ProblemCode = z.infer<typeof problemCodeSchema>;

/** A problem with one field. `field` is an RFC 6901 JSON pointer into the request's body (`/plan/load/connections`). */
export const fieldProblemSchema = z.strictObject({
  field: z.string(),
  message: z.string(),
  got: z.string().optional(),
  allowed: z.string().optional(),
  hint: z.string().optional(),
  /** The line of a YAML text that the problem is on, from 1 on. */
  line: z.int().positive().optional(),
  column: z.int().positive().optional(),
});
export type FieldProblem = z.infer<typeof fieldProblemSchema>;

export const problemSchema = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: problemCodeSchema,
    detail: z.string(),
    /** The first of `errors`, repeated at the top for programs that show one. */
    field: z.string().optional(),
    got: z.string().optional(),
    allowed: z.string().optional(),
    hint: z.string().optional(),
    errors: z.array(fieldProblemSchema).optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemSchema>;

const secretName = /token|secret|password|passwd|key|authorization|cookie/i;
/** How many tokens a language model may write: `max_tokens`, `maxOutputTokens`. */
const tokenCount = /^(?:max|min)_?(?:[a-z]+_?)?tokens$/i;

/** Stands for what nobody is to read. The API answers it in place of a secret; posted back, it stands for the secret that is stored. */
export const maskedSecret = '•••';

/** Is a header or field of this name kept as a secret: never shown, logged, exported or shared? */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !tokenCount.test(name);
}

/** RFC 6901 pointer of a path. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A value as an error may show it: short, and masked where the field's name says secret. */
function maskedValue(path: readonly PropertyKey[], value: unknown, sentence: Sentence): string | undefined {
  if (value === undefined) return undefined;
  if (path.some((part) => typeof part === 'string' && isSecretName(part))) return maskedSecret;
  if (value !== null && typeof value === 'object')
    return sentence(toIssueText(Array.isArray(value) ? refusal('got_list', { length: value.length }) : refusal('got_object')));
  // A megabyte of text is cut to its beginning.
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, 200)) : String(value);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** Makes a sentence of an issue: wording has the only one. */
export type Sentence = (text: IssueText) => string;

/** More problems than these are not told. */
export const mostProblems = 100;
/** Longer texts of a problem are cut. */
const mostCharacters = 500;

function cut(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
}

/** The first 100 of Zod's issues as field problems, each text at most 500 characters long. `input` is what was parsed. */
export function fieldProblems(error: z.ZodError, input: unknown, sentence: Sentence): FieldProblem[] {
  return likeliestIssues(error.issues.slice(0, mostProblems))
    .slice(0, mostProblems)
    .map((issue) => {
      const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
      const path = unknownKey === undefined ? issue.path : [...issue.path, unknownKey];
      const problem: FieldProblem = {
        field: cut(jsonPointer(path)),
        message: cut(
          sentence(unknownKey === undefined ? textOf(issue, input) : toIssueText(refusal('unknown_field', { name: cut(unknownKey) }))),
        ),
      };
      const got = maskedValue(path, valueAt(input, path), sentence);
      if (got !== undefined) problem.got = got;
      return problem;
    });
}

/** Our schemas raise codes; what has none yet came from Zod. */
function textOf(issue: Issue, input: unknown): IssueText {
  const own = issueText(issue);
  if (/^[a-z0-9_]+$/.test(own.message)) return own;
  const shape = shapeRefusal(issue, valueAt(input, issue.path) !== undefined);
  return shape ? toIssueText(shape) : own;
}

type Issue = z.core.$ZodIssue;
/** A union's issues are nested one list a branch: take the branch that knows all keys given, of those the one that got furthest. */
export function likeliestIssues(issues: readonly Issue[]): Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'invalid_key') return likeliestIssues(issue.issues.map((inner) => ({ ...inner, path: issue.path })));
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
    const branch = issue.errors.reduce((best, next) => (fit(next) > fit(best) ? next : best));
    return likeliestIssues(branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })));
  });
}
function fit(issues: readonly Issue[]): number {
  const strange = issues.some((issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0);
  return Math.max(0, ...issues.map((issue) => issue.path.length)) + (strange ? 0 : 1000);
}
