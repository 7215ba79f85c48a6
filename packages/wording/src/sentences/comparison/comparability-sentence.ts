/** Says whether like is held against like, and how the two differ. */
import type { ComparabilityCode, ComparabilityGrade } from '@plimsoll/contracts/comparison';
import { comparabilityWords, differenceWords } from '../../en/comparison/verdict.ts';
import { formatCount } from '../../figures/number.ts';
import { listed } from '../list.ts';
import { fieldName } from './field-name.ts';

const mostNamed = 4;

/** `connections` differ, `keep-alive` differs. */
function isPlural(name: string): boolean {
  return name.split(' of ')[0]?.endsWith('s') ?? false;
}

export function comparabilitySentence(
  grade: ComparabilityGrade,
  { settings, places, placesKnown, unlikeTimes, isImported }: ComparabilityCode,
): string {
  const names = [...new Set([...settings, ...places].map(fieldName))];
  const list = listed(names.slice(0, mostNamed));
  const differences = names.length > mostNamed ? comparabilityWords.more({ list, count: names.length - mostNamed }) : list;
  const count = names.length > 1 || names.some(isPlural) ? 2 : 1;
  const sentence =
    grade === 'same'
      ? comparabilityWords.same
      : (grade === 'differs_in_what_was_varied' ? comparabilityWords.varied : comparabilityWords.unlike)({ differences, count });
  const differing = names.length > 0 || !unlikeTimes ? [sentence] : [];
  const times = unlikeTimes ? [comparabilityWords.mixedTimes] : [];
  const unknown = isImported ? [comparabilityWords.imported] : placesKnown ? [] : [comparabilityWords.unknownPlace];
  return [...differing, ...times, ...unknown].join(' ');
}

export function noValue(): string {
  return differenceWords.none;
}

/** A long text told by its length and mark. */
export function textFigure(characters: number, mark: string): string {
  return differenceWords.text({ characters: formatCount(characters), mark });
}

export function bytesFigure(bytes: number): string {
  return differenceWords.bytes({ bytes: formatCount(bytes) });
}

export function fileFigure(name: string, bytes: number, mark: string): string {
  return differenceWords.file({ name, bytes: formatCount(bytes), mark });
}
