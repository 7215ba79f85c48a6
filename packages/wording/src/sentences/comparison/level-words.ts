/** What held the variants of a sweep back. */
import { type SearchLimit, type SweepLevel, searchLimits } from '@plimsoll/contracts/experiment';
import { searchText } from '../../en/search.ts';
import { speakerOf } from '../../speaker.ts';

const say = speakerOf(searchText);

const mostNamed = 4;

export function levelLimit({ limit }: Pick<SweepLevel, 'limit'>): string {
  return say(`level.limit.${limit}`);
}

/**
 * What held every one of so many variants back, where it was one thing and not the target: then one sentence says so, and the knee does not
 * say it again.
 */
export function limitOfEvery(levels: readonly Pick<SweepLevel, 'limit'>[], variants: number): SearchLimit | null {
  const limit = searchLimits.find((one) => one === levels[0]?.limit);
  return limit !== undefined && levels.length > 1 && levels.length === variants && levels.every((level) => level.limit === limit)
    ? limit
    : null;
}

/** The variants that something else than the target held back, by what; null: there is none. */
export function levelsSentence(levels: readonly SweepLevel[], names: readonly string[]): string | null {
  const ofEvery = limitOfEvery(levels, names.length);
  if (ofEvery !== null) return say('level.every', { limit: levelLimit({ limit: ofEvery }) });
  const others = new Set(levels.flatMap((level) => searchLimits.find((one) => one === level.limit) ?? []));
  const groups = [...others].map((limit) => {
    const of = levels.filter((level) => level.limit === limit).map(({ variant }) => names[variant] ?? String(variant + 1));
    const named = of.slice(0, mostNamed).join(' · ');
    const left = of.length - mostNamed;
    return say('level.group', { names: left > 0 ? say('level.more', { names: named, count: left }) : named, limit: levelLimit({ limit }) });
  });
  return groups.length === 0 ? null : say('level.others', { list: groups.join('; ') });
}
