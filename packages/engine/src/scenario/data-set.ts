/** Data rows, chosen by the number of a request or iteration, so that all threads together use the rows as the plan says. */
import { type Data, parseRows } from '@plimsoll/contracts/data-rows';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';

export type Row = ReadonlyMap<string, string>;

export interface DataSet {
  rowFor(seq: number, random: () => number): Row;
  /** The number of requests (or iterations) that have rows. */
  readonly maxRequests: number;
}

export function parseDataSet(data: Data): DataSet {
  const parsed = parseRows(data);
  if ('error' in parsed) throw new RangeError(refusalSentence(parsed.error));
  const rows = parsed.rows.map((row): Row => new Map(parsed.columns.map((column, index) => [column, row[index] as string])));
  const at = (index: number) => rows[index] as Row;
  return {
    maxRequests: data.order === 'once' ? rows.length : Number.POSITIVE_INFINITY,
    rowFor: data.order === 'random' ? (_seq, random) => at(Math.floor(random() * rows.length)) : (seq) => at(seq % rows.length),
  };
}
