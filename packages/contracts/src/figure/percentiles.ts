/** The figures that are told of recorded times: one row each, in the order in which tables list them. */

interface TimesFigureRow {
  /** The same in every language. */
  readonly name: string;
  /** Null where it is none. */
  readonly percentile: number | null;
  /** Is it compared, of each of the times that are? */
  readonly compared?: true;
  /** Do charts of a report and stages of a story have it? */
  readonly leads?: true;
  /** Has the first page of a run a tile of it? */
  readonly tile?: true;
}

export const timesFigures = {
  minUs: { name: 'min', percentile: 0 },
  meanUs: { name: 'mean', percentile: null },
  /** The spread of all values, not of a sample of them. */
  stddevUs: { name: 'stddev', percentile: null },
  p50Us: { name: 'p50', percentile: 50, compared: true, leads: true, tile: true },
  p75Us: { name: 'p75', percentile: 75 },
  p90Us: { name: 'p90', percentile: 90, compared: true },
  p95Us: { name: 'p95', percentile: 95, compared: true, leads: true, tile: true },
  p99Us: { name: 'p99', percentile: 99, compared: true, leads: true, tile: true },
  p999Us: { name: 'p99.9', percentile: 99.9, compared: true, tile: true },
  maxUs: { name: 'max', percentile: 100 },
} as const satisfies Readonly<Record<string, TimesFigureRow>>;

type TimesFigureTable = typeof timesFigures;
export type TimesFigure = keyof TimesFigureTable;
/** `p99Us`: the figures that are compared. */
export type PercentileField = { [Field in TimesFigure]: TimesFigureTable[Field] extends { compared: true } ? Field : never }[TimesFigure];
/** `p99`: what a compared percentile is called in keys. */
export type PercentileKey = PercentileField extends `${infer Key}Us` ? Key : never;

export const timesFigureNames = Object.keys(timesFigures) as TimesFigure[];
export const percentileFields = timesFigureNames.filter((field): field is PercentileField => 'compared' in timesFigures[field]);
export type LeadingField = { [Field in TimesFigure]: TimesFigureTable[Field] extends { leads: true } ? Field : never }[TimesFigure];
export const leadingFields = timesFigureNames.filter((field): field is LeadingField => 'leads' in timesFigures[field]);
export const tileFields = percentileFields.filter((field) => 'tile' in timesFigures[field]);

/** Rising. */
export const shownPercentiles: readonly number[] = timesFigureNames.flatMap((name) => timesFigures[name].percentile ?? []);

export function percentileKey(field: PercentileField): PercentileKey {
  return field.slice(0, -2) as PercentileKey;
}
