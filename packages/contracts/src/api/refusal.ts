/**
 * A refusal as a code with its values: the sentence is wording's. An issue of a schema carries the code as its
 * message and the values as `params.values`; what Zod says by itself is already a sentence.
 */
import type { z } from 'zod';
import type { RefusalValues } from './refusal-values.ts';

export type RefusalCode = keyof RefusalValues;
/** Codes without values. */
type PlainCode = { [Code in RefusalCode]: [RefusalValues[Code]] extends [never] ? Code : never }[RefusalCode];

export interface Refusal {
  readonly code: RefusalCode;
  readonly values: Readonly<Record<string, string | number>>;
}

/** A reason at a place, as a path below what was judged. */
export interface PlacedRefusal {
  readonly path: readonly (string | number)[];
  readonly reason: Refusal;
}

/** A reason with exactly its values. */
export function refusal<Code extends RefusalCode>(
  code: Code,
  ...[values]: [RefusalValues[Code]] extends [never] ? [] : [Readonly<Record<RefusalValues[Code], string | number>>]
): Refusal {
  return { code, values: values ?? {} };
}

/** For one check of a schema: `z.string().min(1, refused('give_name'))`. */
export function refused(code: PlainCode): { readonly error: PlainCode } {
  return { error: code };
}

/** Adds a reason at a place of what is refined. */
export function refuse(context: z.RefinementCtx, path: readonly PropertyKey[], { code, values }: Refusal): void {
  context.addIssue({ code: 'custom', path: [...path], message: code, params: { values } });
}

/** The text of an issue: the code of a refusal with its values, or Zod's own sentence. */
export interface IssueText {
  readonly message: string;
  readonly values: Refusal['values'];
}

export function issueText(issue: z.core.$ZodIssue): IssueText {
  const values = issue.code === 'custom' ? (issue.params?.values as Refusal['values'] | undefined) : undefined;
  return { message: issue.message, values: values ?? {} };
}

/** A refusal as an issue's text. */
export function toIssueText({ code, values }: Refusal): IssueText {
  return { message: code, values };
}
