/** Reads what was typed; notes at a JSON pointer what cannot be read, so that it shows beside its field. */
import type { FieldProblem } from '@plimsoll/contracts/problem';
import { formWord } from '@plimsoll/wording/form-words';

export interface Reader {
  readonly problems: readonly FieldProblem[];
  /** undefined where nothing was typed, or no number. */
  number(text: string, pointer: string): number | undefined;
  refuse(pointer: string, message: string): void;
}

export function newReader(): Reader {
  const problems: FieldProblem[] = [];
  const refuse = (field: string, message: string) => void problems.push({ field, message });
  return {
    problems,
    refuse,
    number(text, pointer) {
      const compact = text.replace(/[\s_]/g, '');
      if (compact === '') return undefined;
      const number = Number(compact);
      if (Number.isFinite(number)) return number;
      refuse(pointer, formWord('form.noNumber', { typed: text }));
      return undefined;
    },
  };
}
