import type { BareFinding } from '@plimsoll/contracts/story';
import { lowestOf } from '../second/spans.ts';
import type { Dip } from './find-dips.ts';
import type { RatedSecond } from './rated-second.ts';
import type { StoryContext } from './story-context.ts';

/** A run that pauses every ten seconds has hundreds of dips: the largest few tell what there is to know. */
const mostTold = 5;

/** The dips that are told: those that cost the most good answers, by rising second. */
export function chooseDips({ dips, seconds }: Pick<StoryContext, 'dips' | 'seconds'>): readonly Dip[] {
  const lost = ({ from, to, usualRate }: Dip) => seconds.slice(from, to).reduce((sum, { goodRate }) => sum + usualRate - goodRate, 0);
  return dips
    .toSorted((a, b) => lost(b) - lost(a))
    .slice(0, mostTold)
    .sort((a, b) => a.from - b.from);
}

export function findGoodputDips(context: Pick<StoryContext, 'dips' | 'seconds'>): BareFinding[] {
  return chooseDips(context).map(({ from, to, usualRate, recovered }) => {
    const seconds = context.seconds.slice(from, to);
    const [first, last] = [seconds[0], seconds.at(-1)] as [RatedSecond, RatedSecond];
    const figures = {
      goodPerSecond: lowestOf(seconds, ({ goodRate }) => goodRate),
      usualPerSecond: usualRate,
      seconds: last.second - first.second + 1,
      recovered,
      dips: context.dips.length,
    };
    return { kind: 'goodput_dip', second: first.second, figures };
  });
}
