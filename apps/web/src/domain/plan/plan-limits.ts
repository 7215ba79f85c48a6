/** Judges a plan that is well formed by the operator's limits: the caps and the target policy, before anything is sent. */
import type { Caps } from '@plimsoll/contracts/caps';
import type { Plan } from '@plimsoll/contracts/plan';
import { type FieldProblem, jsonPointer } from '@plimsoll/contracts/problem';
import type { Refusal } from '@plimsoll/contracts/refusal';
import { planUrl, requestPath } from '@plimsoll/contracts/requests';
import type { System } from '@plimsoll/contracts/system';
import { judgeUrl } from '@plimsoll/contracts/target-policy';
import { parseTargetUrl } from '@plimsoll/contracts/target-url';
import { capProblems } from '@plimsoll/wording/cap-problems';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';

export function beyondLimits(plan: Plan, system: System | undefined): FieldProblem[] {
  if (!system) return [];
  const refusal = targetRefusal(planUrl(plan), system);
  return [
    ...(refusal ? [{ field: `${jsonPointer(requestPath(plan, 0))}/url`, message: refusalSentence(refusal) }] : []),
    ...beyondCaps(plan, system),
  ];
}

/** Judges by the caps alone a load that is aimed nowhere yet. */
export function beyondCaps(plan: Plan, system: Pick<System, 'caps'> | undefined): FieldProblem[] {
  return system ? capProblems(plan, system.caps as Caps) : [];
}

function targetRefusal(text: string, system: System): Refusal | null {
  const parsed = parseTargetUrl(text, true);
  return 'error' in parsed ? null : judgeUrl({ ...system.targets, ownPorts: [] }, parsed.url);
}
