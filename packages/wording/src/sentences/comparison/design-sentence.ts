/** Why an experiment has its design. */
import type { Design, DesignReason } from '@plimsoll/contracts/design';
import { designReasonWords } from '../../en/comparison/design.ts';
import { formatShare } from '../../figures/share.ts';

const asked = { together: 'chosenTogether', turns: 'chosenTurns', runs: 'chosenRuns' } as const;

export function designSentence(design: Design, reason: DesignReason): string {
  if (reason.kind === 'chosen') return designReasonWords[asked[design]];
  if (reason.kind === 'disturbed') return designReasonWords.disturbed({ share: formatShare(reason.share) });
  if (reason.kind === 'ownTargets' && reason.shareMachine !== 'no')
    return `${designReasonWords.ownTargets} ${designReasonWords.shareMachine[reason.shareMachine]}`;
  return designReasonWords[reason.kind === 'sharedTarget' && design === 'turns' ? 'takeTurns' : reason.kind];
}
