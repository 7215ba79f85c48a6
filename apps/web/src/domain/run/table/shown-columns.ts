import { listedMetrics, type PercentileMetric } from '@plimsoll/contracts/compared-metric';

type OtherColumn = 'load' | 'tags' | 'requests' | 'rate' | 'errors' | 'thresholds' | 'baseline' | 'person' | 'when';
/** Percentiles go by the names of metrics: `p99`, `timeToFirstByte.p50`. */
export type ListColumn = OtherColumn | PercentileMetric;

const before: readonly OtherColumn[] = ['load', 'tags', 'requests', 'rate'];
const after: readonly OtherColumn[] = ['errors', 'thresholds', 'baseline', 'person', 'when'];
/** The columns of a list of runs beside the name and the state, in their order, as the URL holds them. */
export const listColumns: readonly ListColumn[] = [...before, ...listedMetrics, ...after];

const unusual: readonly ListColumn[] = ['load', 'tags', 'requests', 'p50', 'p999', 'person'];
/** Of other times than the response time none is usual: their names have a point. */
export const usualColumns = listColumns.filter((column) => !unusual.includes(column) && !column.includes('.'));

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
