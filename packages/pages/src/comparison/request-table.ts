import type { RequestDelta } from '@plimsoll/contracts/comparison';
import { requestMetrics } from '@plimsoll/wording/arm-words';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { metricWords } from '@plimsoll/wording/en/names';
import { createElement as h, type ReactNode } from 'react';
import { type Column, DataTable } from '../table/data-table.ts';
import { type RequestRow, requestRows } from './comparison-rows.ts';
import { drawChange } from './verdict-chip.ts';

/** A row a request of plans with several, or a region of runs made in several: what each metric became, how far it moved, the verdict. */
export function RequestTable({
  requests,
  comparable,
  label = compareWords.byRequest,
}: {
  requests: readonly RequestDelta[];
  comparable: boolean;
  label?: string;
}): ReactNode {
  if (requests.length === 0) return null;
  const columns = requestMetrics.map(
    (metric, at): Column<RequestRow> => ({
      key: metric,
      head: metricWords[metric],
      // A request that only one side has takes one cell over all metrics.
      span: ({ place }) => (place === null || at > 0 ? 1 : requestMetrics.length),
      className: ({ place }) => (place === null ? 'num' : 'soft'),
      cardLabel: ({ place }) => (place === null ? metricWords[metric] : undefined),
      cell: ({ place, cells }) => place ?? drawChange(cells[at]),
    }),
  );
  return h(DataTable<RequestRow>, {
    label,
    grid: 2,
    rows: requestRows(requests, comparable),
    rowKey: ({ name }) => name,
    columns: [{ key: 'name', head: label, naming: true, className: 'name', cell: ({ name }) => name }, ...columns],
  });
}
