/** The highest throughput of a sweep, and every setting that carries as much. */
import { carriesAsMuch } from '@plimsoll/contracts/experiment-remark';
import { sharedFindingWords } from '../../en/search.ts';
import { formatRate } from '../../figures/rate.ts';
import { firstOf } from '../list.ts';

interface Setting {
  readonly name: string;
  readonly rate: number | null;
}

/** Null where no rate is known. */
export function highestSentence(settings: readonly Setting[]): string | null {
  const known = settings.flatMap(({ name, rate }) => (rate === null ? [] : [{ name, rate }]));
  if (known.length === 0) return null;
  const highest = Math.max(...known.map(({ rate }) => rate));
  const names = known.filter(({ rate }) => carriesAsMuch(rate, highest)).map(({ name }) => name);
  const say = names.length > 1 ? sharedFindingWords.highestOfSeveral : sharedFindingWords.highest;
  return say({ rate: formatRate(highest), where: firstOf(names) });
}
