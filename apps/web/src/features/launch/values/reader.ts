/** Reads what was typed; notes at a JSON pointer what cannot be read, so that it shows beside its field. */
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { parseNumber } from '@plimsoll/contracts/setting';
import { formWords } from '@plimsoll/wording/en/form';

export interface Reader {
  readonly problems: readonly FieldProblem[];
  /** undefined where nothing was typed, or no number. */
  number(text: string, pointer: string): number | undefined;
  /** The same for a number that has to be there. */
  needed(text: string, pointer: string): number | undefined;
  refuse(pointer: string, message: string): void;
}

export function newReader(): Reader {
  const problems: FieldProblem[] = [];
  const refuse = (field: string, message: string) => void problems.push({ field, message });
  const number: Reader['number'] = (text, pointer) => {
    if (text.trim() === '') return undefined;
    const read = parseNumber(text);
    if (read !== null) return read;
    refuse(pointer, formWords.noNumber({ typed: text }));
    return undefined;
  };
  return {
    problems,
    refuse,
    number,
    needed(text, pointer) {
      if (text.trim() === '') refuse(pointer, formWords.numberNeeded);
      return number(text, pointer);
    },
  };
}
