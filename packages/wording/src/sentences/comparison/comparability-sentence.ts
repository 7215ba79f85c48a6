/** Says whether like is held against like, and how the two differ. */
import type { Comparability, ComparabilityCode, ComparabilityGrade, PlanDifference, ToldValue } from '@plimsoll/contracts/comparison';
import { comparabilityWords, differenceWords } from '../../en/comparison/verdict.ts';
import { formatCount } from '../../figures/number.ts';
import { formatLength } from '../../figures/time.ts';
import { listed, paragraph } from '../list.ts';
import { fieldName } from './field-name.ts';

const mostNamed = 4;

/** `connections` differ, `keep-alive` differs. */
function isPlural(name: string): boolean {
  return name.split(' of ')[0]?.endsWith('s') ?? false;
}

function namesOf(fields: readonly string[]): { differences: string; count: number } {
  const names = [...new Set(fields.map(fieldName))];
  const list = listed(names.slice(0, mostNamed));
  return {
    differences: names.length > mostNamed ? comparabilityWords.more({ list, count: names.length - mostNamed }) : list,
    count: names.length > 1 || names.some(isPlural) ? 2 : 1,
  };
}

/** `chosen`: an experiment varied the settings. */
export function comparabilitySentence(grade: ComparabilityGrade, code: ComparabilityCode, chosen = false): string {
  const { settings, places, unlikeTimes } = code;
  const remarks = remarksOf(code);
  if (chosen && settings.length > 0) {
    const beside = grade === 'not_like_with_like' && places.length > 0 ? [comparabilityWords.unlike(namesOf(places))] : [];
    return paragraph([comparabilityWords.chosen({ differences: namesOf(settings).differences }), ...beside, ...remarks]);
  }
  const fields = [...settings, ...places];
  if (fields.length === 0 && unlikeTimes) return paragraph(remarks);
  if (grade === 'same') return paragraph([comparabilityWords.same, ...remarks]);
  const say = grade === 'differs_in_what_was_varied' ? comparabilityWords.varied : comparabilityWords.unlike;
  return paragraph([say(namesOf(fields)), ...remarks]);
}

function remarksOf({ placesKnown, unlikeTimes, isImported }: ComparabilityCode): string[] {
  const times = unlikeTimes ? [comparabilityWords.mixedTimes] : [];
  const unknown = isImported ? [comparabilityWords.imported] : placesKnown ? [] : [comparabilityWords.unknownPlace];
  return [...times, ...unknown];
}

/** What is left to say beside a list of the differences where *Not comparable* is the headline; all where an older version compared. */
export function sentenceBesideIncomparable({ code, sentence }: Comparability): string {
  if (!code) return sentence;
  const isOfTimes = code.settings.length + code.places.length === 0;
  return paragraph(remarksOf({ ...code, unlikeTimes: code.unlikeTimes && !isOfTimes }));
}

/** A difference with its values in the language of who reads it. */
export function sayDifference(difference: PlanDifference): PlanDifference {
  const { base, candidate, codes } = difference;
  if (!codes) return difference;
  return {
    ...difference,
    base: codes.base ? toldValue(codes.base) : base,
    candidate: codes.candidate ? toldValue(codes.candidate) : candidate,
  };
}

/** `10 s of 60 s planned` */
export function cutShortText(ms: number, plannedMs: number): string {
  return differenceWords.cutShort({ length: formatLength(ms), planned: formatLength(plannedMs) });
}

function toldValue(value: ToldValue): string {
  switch (value.kind) {
    case 'none':
      return differenceWords.none;
    case 'text':
      return differenceWords.text({ characters: formatCount(value.characters), mark: value.mark });
    case 'bytes':
      return differenceWords.bytes({ bytes: formatCount(value.bytes) });
    case 'cutShort':
      return cutShortText(value.ms, value.plannedMs);
    case 'file':
      return differenceWords.file({ name: value.name, bytes: formatCount(value.bytes), mark: value.mark });
  }
}
