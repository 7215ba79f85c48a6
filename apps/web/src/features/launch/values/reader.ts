/** Reads what was typed; notes at a JSON pointer what cannot be read, so that it shows beside its field. */
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { readNumber, readRate } from '@plimsoll/contracts/typed-figure';
import { formWords } from '@plimsoll/wording/en/form';

export interface Reader {
  readonly problems: readonly FieldProblem[];
  /** undefined where nothing was typed, or no number. */
  number(text: string, pointer: string): number | undefined;
  /** The same for a number a second. */
  rate(text: string, pointer: string): number | undefined;
  /** The same for a number that has to be there. */
  needed(text: string, pointer: string): number | undefined;
  refuse(pointer: string, message: string): void;
}

export function newReader(): Reader {
  const problems: FieldProblem[] = [];
  const refuse = (field: string, message: string) => void problems.push({ field, message });
  const readBy = (typed: (text: string) => number | null) => (text: string, pointer: string) => {
    if (text.trim() === '') return undefined;
    const read = typed(text);
    if (read !== null) return read;
    refuse(pointer, formWords.noNumber({ typed: text }));
    return undefined;
  };
  const number = readBy(readNumber);
  return {
    problems,
    refuse,
    number,
    rate: readBy(readRate),
    needed(text, pointer) {
      if (text.trim() === '') refuse(pointer, formWords.numberNeeded);
      return number(text, pointer);
    },
  };
}
