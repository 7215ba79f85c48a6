/** Zod's own refusals as codes: its sentences name types of a program ("expected record, received array"). */
import type { z } from 'zod';
import { type Refusal, refusal } from './refusal.ts';

const typeCodes = {
  string: 'needs_text',
  number: 'needs_number',
  int: 'needs_whole_number',
  boolean: 'needs_yes_or_no',
  array: 'needs_list',
  object: 'needs_mapping',
  record: 'needs_mapping',
  null: 'needs_null',
} as const;

/** Null where there is no code for it. `given`: is there a value at the issue's place? */
export function shapeRefusal(issue: z.core.$ZodIssue, given: boolean): Refusal | null {
  if (!given && ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code))
    return refusal('missing', { name: String(issue.path.at(-1) ?? '') });
  if (issue.code === 'invalid_type') {
    const code = Object.hasOwn(typeCodes, issue.expected) ? typeCodes[issue.expected as keyof typeof typeCodes] : null;
    return code && refusal(code);
  }
  if (issue.code === 'invalid_value') return oneOf(issue.values);
  if (issue.code === 'invalid_union')
    return 'options' in issue && Array.isArray(issue.options) ? oneOf(issue.options) : refusal('bad_shape');
  if (issue.code === 'too_big') return beyond('most', issue.origin, issue.maximum);
  if (issue.code === 'too_small') return beyond('least', issue.origin, issue.minimum);
  if (issue.code === 'invalid_format') return refusal('bad_format');
  return null;
}

function oneOf(values: readonly unknown[]): Refusal {
  return refusal('one_of', { values: values.map((value) => JSON.stringify(value)).join(', ') });
}

function beyond(side: 'most' | 'least', origin: string, bound: number | bigint): Refusal | null {
  const values = { bound: Number(bound) };
  if (origin === 'string') return refusal(`characters_${side}`, values);
  if (origin === 'array') return refusal(`items_${side}`, values);
  return origin === 'number' || origin === 'int' ? refusal(`number_${side}`, values) : null;
}
