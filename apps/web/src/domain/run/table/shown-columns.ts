import { type PercentileKey, percentileKey, tileFields } from '@plimsoll/contracts/percentiles';

/** Percentiles of the response time, by their names in the URL. */
export const timeColumns = new Map<PercentileKey, (typeof tileFields)[number]>(tileFields.map((field) => [percentileKey(field), field]));

type OtherColumn = 'load' | 'tags' | 'requests' | 'rate' | 'errors' | 'thresholds' | 'baseline' | 'person' | 'when';
export type ListColumn = OtherColumn | PercentileKey;

const before: readonly OtherColumn[] = ['load', 'tags', 'requests', 'rate'];
const after: readonly OtherColumn[] = ['errors', 'thresholds', 'baseline', 'person', 'when'];
/** The columns of a list of runs beside the name and the state, in their order, as the URL holds them. */
export const listColumns: readonly ListColumn[] = [...before, ...timeColumns.keys(), ...after];

const unusual: readonly ListColumn[] = ['load', 'tags', 'requests', 'p50', 'p999', 'person'];
export const usualColumns = listColumns.filter((column) => !unusual.includes(column));

/** Names that no column has are left out. */
export function readColumns(text: string | undefined): readonly ListColumn[] {
  if (text === undefined) return usualColumns;
  const named = text.split(',');
  return listColumns.filter((column) => named.includes(column));
}

/** Undefined for the usual ones: a link without them follows what is usual. */
export function writeColumns(shown: readonly ListColumn[]): string | undefined {
  const text = (columns: readonly ListColumn[]) => listColumns.filter((column) => columns.includes(column)).join(',');
  return text(shown) === text(usualColumns) ? undefined : text(shown) || 'none';
}
