/** What held the variants of a sweep back. */
import { type SweepLevel, searchLimits } from '@plimsoll/contracts/experiment';
import { searchText } from '../../en/search.ts';
import { speakerOf } from '../../speaker.ts';

const say = speakerOf(searchText);

const mostNamed = 4;

export function levelLimit({ limit }: Pick<SweepLevel, 'limit'>): string {
  return say(`level.limit.${limit}`);
}

/** The variants that something else than the target held back, by what; null: there is none. */
export function levelsSentence(levels: readonly SweepLevel[], names: readonly string[]): string | null {
  const others = new Set(levels.flatMap((level) => searchLimits.find((one) => one === level.limit) ?? []));
  const groups = [...others].map((limit) => {
    const of = levels.filter((level) => level.limit === limit).map(({ variant }) => names[variant] ?? String(variant + 1));
    const named = of.slice(0, mostNamed).join(' · ');
    const left = of.length - mostNamed;
    return say('level.group', { names: left > 0 ? say('level.more', { names: named, count: left }) : named, limit: levelLimit({ limit }) });
  });
  return groups.length === 0 ? null : say('level.others', { list: groups.join('; ') });
}
