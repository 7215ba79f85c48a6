/** What else differs of a candidate that is better. */
import type { Doubt } from '@plimsoll/contracts/comparison';
import { doubtWords } from '../../en/comparison/verdict.ts';
import { formatCount } from '../../figures/number.ts';
import { formatShare } from '../../figures/share.ts';
import { listed } from '../list.ts';

/** `Suspect: status 503 came in 12 % of the answers (base: 0.1 %).` */
export function doubtSentence(doubts: readonly Doubt[]): string {
  return doubtWords.suspect({ parts: listed(doubts.map(partOf)) });
}

function partOf(doubt: Doubt): string {
  if (doubt.kind === 'sizes')
    return doubtWords.sizes({ base: formatCount(Math.round(doubt.base)), candidate: formatCount(Math.round(doubt.candidate)) });
  const shares = { base: formatShare(doubt.base), candidate: formatShare(doubt.candidate) };
  return doubt.kind === 'statuses' ? doubtWords.statuses({ ...shares, status: doubt.status }) : doubtWords.fewer(shares);
}
