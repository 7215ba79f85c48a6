/** Why an arm of runs carries no verdict, in one sentence. */
import type { ArmRefusal } from '@plimsoll/contracts/arm-refusal';
import { armRefusalWords } from '../../en/comparison/verdict.ts';
import { formatCount } from '../../figures/number.ts';
import { unfitReason, validityReason } from '../validity-reason.ts';

export function refusalOfArm(refusal: ArmRefusal): string {
  const run = formatArmRun(refusal);
  switch (refusal.kind) {
    case 'invalid':
      return armRefusalWords.invalid({ run, reason: refusal.finding ? validityReason(refusal.finding) : unfitReason() });
    case 'sumsOnly':
      return armRefusalWords.sumsOnly({ run, tool: refusal.tool });
    case 'tooShort':
      return armRefusalWords.tooShort({ run, count: refusal.seconds, least: formatCount(refusal.least) });
  }
}

function formatArmRun({ side, number }: ArmRefusal): string {
  if (number === null) return armRefusalWords[side];
  return (side === 'base' ? armRefusalWords.oneOfBase : armRefusalWords.oneOfCandidate)({ number });
}
