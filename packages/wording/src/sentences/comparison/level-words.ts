/** Sentences on the limits that held the variants of a sweep back. */
import type { SweepLevel } from '@plimsoll/contracts/experiment';
import { type SearchLimit, searchLimits } from '@plimsoll/contracts/limit';
import { levelWords } from '../../en/search.ts';
import { firstOf } from '../list.ts';

export function levelLimit({ limit }: Pick<SweepLevel, 'limit'>): string {
  return levelWords.limit[limit];
}

/**
 * The limit that held every one of so many variants back, where it was one and not the target: then one sentence says so, and the knee does not
 * say it again.
 */
export function limitOfEvery(levels: readonly Pick<SweepLevel, 'limit'>[], variants: number): SearchLimit | null {
  const limit = searchLimits.find((one) => one === levels[0]?.limit);
  return limit !== undefined && levels.length > 1 && levels.length === variants && levels.every((level) => level.limit === limit)
    ? limit
    : null;
}

/** The variants that something else than the target held back, by what; null: there is none. */
export function levelsSentence(levels: readonly Pick<SweepLevel, 'variant' | 'limit'>[], names: readonly string[]): string | null {
  const ofEvery = limitOfEvery(levels, names.length);
  if (ofEvery !== null) return levelWords.every({ limit: levelLimit({ limit: ofEvery }) });
  const others = new Set(levels.flatMap((level) => searchLimits.find((one) => one === level.limit) ?? []));
  const groups = [...others].map((limit) => {
    const of = levels.filter((level) => level.limit === limit).map(({ variant }) => names[variant] ?? String(variant + 1));
    return levelWords.group({ names: firstOf(of), limit: levelLimit({ limit }) });
  });
  return groups.length === 0 ? null : levelWords.others({ list: groups.join('; ') });
}
