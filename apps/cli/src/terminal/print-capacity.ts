/** A search for the capacity as text: what was found, then a row a try. */
import { commandWords } from '@plimsoll/wording/command-words';
import { formatRate } from '@plimsoll/wording/rate';
import type { MadeCapacity } from '../result/made.ts';
import type { Screen } from './screen.ts';
import { tableLines, wrapped } from './table.ts';

export function printCapacity({ columns, say, paint }: Screen, made: MadeCapacity): void {
  for (const line of wrapped(`${made.name}: ${foundSentence(made)}`, columns)) say(paint(line, 'strong'));
  const rows = tryRows(made);
  if (rows.length === 0) return;
  for (const line of ['', commandWords.result.tries, ...tableLines([{ head: '', isFigure: true }, { head: '' }], rows)]) say(line);
}

export function foundSentence({ found }: Pick<MadeCapacity, 'found'>): string {
  return found?.sentence || commandWords.result.nothing;
}

/** The rate of each try, and what became of it. */
export function tryRows({ runs }: Pick<MadeCapacity, 'runs'>): string[][] {
  return runs.map(({ plan: { load }, stateReason, state }) => [
    load.model === 'open' ? formatRate(load.rate ?? null) : '',
    stateReason ?? state,
  ]);
}
