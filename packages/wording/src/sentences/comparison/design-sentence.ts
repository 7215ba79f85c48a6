/** Why an experiment has its design. */
import type { Design, DesignReason } from '@plimsoll/contracts/design';
import { designReasonWords } from '../../en/comparison/design.ts';
import { formatRate } from '../../figures/rate.ts';
import { formatShare } from '../../figures/share.ts';

const asked = { together: 'chosenTogether', turns: 'chosenTurns', runs: 'chosenRuns' } as const;

export function designSentence(design: Design, reason: DesignReason): string {
  switch (reason.kind) {
    case 'chosen':
    case 'ownTargets': {
      const isAsked = reason.kind === 'chosen';
      const why = isAsked ? designReasonWords[asked[design]] : designReasonWords.ownTargets;
      const { shareMachine } = reason;
      if (shareMachine === 'no') return why;
      return `${why} ${designReasonWords.shareMachine[isAsked && shareMachine === 'measured' ? 'measuredAsked' : shareMachine]}`;
    }
    case 'nearCapacity': {
      const { plannedPerSecond, ceilingPerSecond } = reason;
      if (plannedPerSecond === null) return designReasonWords.fillsTarget;
      return designReasonWords.nearCapacity({ planned: formatRate(plannedPerSecond), ceiling: formatRate(ceilingPerSecond) });
    }
    case 'disturbed':
      return designReasonWords.disturbed({ share: formatShare(reason.share) });
    case 'sharedTarget':
      return designReasonWords[design === 'turns' ? 'takeTurns' : 'sharedTarget'];
    default:
      return designReasonWords[reason.kind];
  }
}
