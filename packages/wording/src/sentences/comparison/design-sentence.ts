/** Why an experiment has its design. */
import type { Design, DesignReason } from '@plimsoll/contracts/design';
import { designReasonWords } from '../../en/comparison/design.ts';

export function designSentence(design: Design, { kind }: DesignReason): string {
  if (kind !== 'chosen') return designReasonWords[kind];
  return design === 'together' ? designReasonWords.chosenTogether : designReasonWords.chosenRuns;
}
