/** Hands out data rows to requests by their number, so that all threads together use each row as the plan says. */
import { type Data, parseRows } from '@plimsoll/contracts/data-rows';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';

export type Row = ReadonlyMap<string, string>;

export interface Feeder {
  rowOf(seq: number, random: () => number): Row;
  /** How many requests the rows are good for. */
  readonly most: number;
}

export function feederOf(data: Data): Feeder {
  const parsed = parseRows(data);
  if ('error' in parsed) throw new RangeError(refusalSentence(parsed.error));
  const rows = parsed.rows.map((row): Row => new Map(parsed.columns.map((column, index) => [column, row[index] as string])));
  const at = (index: number) => rows[index] as Row;
  return {
    most: data.order === 'once' ? rows.length : Number.POSITIVE_INFINITY,
    rowOf: data.order === 'random' ? (_seq, random) => at(Math.floor(random() * rows.length)) : (seq) => at(seq % rows.length),
  };
}
