import type { System } from '@plimsoll/contracts/system';
import { teamWords } from '@plimsoll/wording/en/team';
import { describeAllowed } from '../../../domain/plan/describe-allowed.ts';

/** Where the operator lets load go, in words. */
export function describePermitted({ mode, allowed }: System['targets']): string {
  if (mode === 'open-lab') return teamWords.openLab;
  const places = [...describeAllowed(allowed), ...(mode === 'public-verified' ? [teamWords.verified] : [])];
  return places.length === 0 ? teamWords.demoOnly : places.join(', ');
}
