/** A search for the capacity as text: what was found, then a row a try. */
import { triesFigures } from '@plimsoll/pages/tries-figures';
import { commandWords } from '@plimsoll/wording/command-words';
import { commonDisturbance } from '@plimsoll/wording/try-words';
import type { MadeCapacity } from '../result/made.ts';
import type { Screen } from './screen.ts';
import { tableLines, wrapped } from './table.ts';

export function printCapacity({ columns, say, paint }: Screen, made: MadeCapacity): void {
  for (const line of wrapped(`${made.name}: ${foundSentence(made)}`, columns)) say(paint(line, 'strong'));
  const { head, rows } = triesFigures(made.tries, made.limits);
  if (rows.length === 0) return;
  say('');
  for (const line of tableLines(
    head.map((name, at) => ({ head: name, isFigure: at < head.length - 2 })),
    rows,
    columns,
  ))
    say(line);
  const disturbed = disturbedSentence(made);
  if (disturbed) for (const line of wrapped(disturbed, columns)) say(line);
}

export function foundSentence({ found }: Pick<MadeCapacity, 'found'>): string {
  return found?.sentence || commandWords.result.nothing;
}

/** What disturbed most of its tries, which their rows leave out; empty where nothing did, or where the sentence of what was found tells it. */
export function disturbedSentence({ found, tries }: Pick<MadeCapacity, 'found' | 'tries'>): string {
  return found?.code?.disturbance ? '' : (commonDisturbance(tries)?.sentence ?? '');
}
