/**
 * A kept plan as people see it. It was judged when it was kept, so that only its shape is read here; what a later version, an older
 * one or a damaged row made unreadable is left out and named.
 */

import { z } from 'zod';
import { type FieldProblem, fieldProblems, type Sentence } from '../api/problem.ts';
import { isRecord } from '../api/record.ts';
import { refusal, toIssueText } from '../api/refusal.ts';
import { shapeOf } from '../api/shape-of.ts';
import { planSchema } from './plan.ts';

const planShape = shapeOf(planSchema);

/**
 * `unreadable`: what of the kept plan cannot be shown, by JSON pointers into the plan; such a part is left out or, where a plan has to
 * have it, is a stand-in (the URL `http://unreadable.invalid/`, a load without figures). Such a plan is refused where it is to run. A
 * plan that is posted has no `unreadable`.
 */
export const shownPlanSchema = z
  .strictObject({
    ...planShape.shape,
    unreadable: z
      .array(z.strictObject({ field: z.string(), message: z.string() }))
      .min(1)
      .optional(),
  })
  .meta({ id: 'ShownPlan' });
export type ShownPlan = z.infer<typeof shownPlanSchema>;

/** Stands in for a target that cannot be read. */
export const unreadableUrl = 'http://unreadable.invalid/';

/** The fields that every plan has, for one that cannot be read. */
const standIn = { version: 1, name: '', target: { url: unreadableUrl }, load: { model: 'closed' } } as const;

/** The kept plan with the defaults of what its version did not know, and without what cannot be read. */
export function readStoredPlan(stored: unknown, sentence: Sentence): ShownPlan {
  const whole = planShape.safeParse(stored);
  if (whole.success) return namesARequest(whole.data) ? whole.data : withoutRequests(whole.data, sentence);
  // Without what was found there, which may be a secret.
  const unreadable = fieldProblems(whole.error, undefined, sentence).map(({ field, message }) => ({ field, message }));
  const known = planShape.safeParse(withoutUnknownKeys(stored, whole.error.issues));
  if (known.success) return { ...known.data, unreadable };
  const spoilt = new Set(known.error.issues.map(({ path: [field] }) => field));
  const readable = Object.entries(isRecord(stored) ? stored : {}).filter(([field]) => field in planShape.shape && !spoilt.has(field));
  const shown = planShape.parse({ ...standIn, target: undefined, ...Object.fromEntries(readable) });
  return { ...(namesARequest(shown) ? shown : { ...shown, target: planShape.shape.target.parse(standIn.target) }), unreadable };
}

function namesARequest({ target, requests }: Pick<ShownPlan, 'target' | 'requests'>): boolean {
  return requests ? requests.length > 0 : target !== null;
}

function withoutRequests(shown: ShownPlan, sentence: Sentence): ShownPlan {
  const unreadable: Pick<FieldProblem, 'field' | 'message'>[] = [
    { field: '/target', message: sentence(toIssueText(refusal('target_missing'))) },
  ];
  return { ...shown, requests: null, target: planShape.shape.target.parse(standIn.target), unreadable };
}

/** A copy of the stored plan without the keys that the issues call unknown. */
function withoutUnknownKeys(stored: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy: unknown = structuredClone(stored);
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const owner = issue.path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown>)[part], copy);
    for (const key of issue.keys) delete (owner as Record<string, unknown>)[key];
  }
  return copy;
}
