import { rowOfVerdict, type Verdict } from '@plimsoll/contracts/verdict';
import { verdictWords } from '@plimsoll/wording/en/names';
import type { IconName, Mark } from '../chip.ts';

const signs = { '=': 'equal', '?': 'question' } as const satisfies Readonly<Record<string, IconName>>;

/** The arrow shows which way the figure went; word and colour say whether that is good. */
export function verdictMark(verdict: Verdict, up: boolean): Mark {
  const { tone, sign } = rowOfVerdict(verdict);
  const arrow: IconName = up ? 'up' : 'down';
  return { tone, icon: sign ? signs[sign] : arrow, word: verdictWords[verdict] };
}
