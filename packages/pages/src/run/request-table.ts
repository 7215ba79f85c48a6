/** Each request of a plan with several beside their total. */
import type { Summary } from '@plimsoll/contracts/summary';
import { requestsWords } from '@plimsoll/wording/en/run';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { type Column, DataTable } from '../table/data-table.ts';
import type { Figures } from '../table/figure-table.ts';
import {
  isLive,
  type RequestColumn,
  type RequestRow,
  type RequestRows,
  requestColumns,
  sortedRows,
  summaryRows,
  timesOf,
} from './request-rows.ts';
import { timesColumnName } from './time-name.ts';

/** The parts of the table that can be pressed, where a script runs. */
export interface RequestControls {
  readonly by: RequestColumn | null;
  readonly ascending: boolean;
  /** Draws the head of a column that sorts. */
  head(column: RequestColumn, name: string): ReactNode;
  /** Draws the name of a request; null: of all together. */
  name(request: string | null): ReactNode;
  /** Beside p99 of a run under way. */
  spark?(row: RequestRow): ReactNode;
  readonly hint: string;
}

interface Props {
  readonly table: RequestRows;
  readonly live?: boolean;
  readonly controls?: RequestControls | undefined;
}

/** The columns that a phone does without. */
const isForWide = (column: RequestColumn) => column === 'share' || column === 'p90Us' || column.includes('.');

function nameColumn(column: RequestColumn): string {
  const listed = timesOf(column);
  return listed ? timesColumnName(listed.times, listed.field) : requestsWords[column as 'share'];
}

export function RequestTable({ table, live = false, controls }: Props): ReactNode {
  const { total } = table;
  const { by = null, ascending = false } = controls ?? {};
  const name = (row: RequestRow) => {
    const request = row === total ? null : row.name;
    return controls ? controls.name(request) : (request ?? requestsWords.all);
  };
  const figures = requestColumns
    .filter((column) => !live || isLive(column))
    .map((column): Column<RequestRow> => {
      const write = figureWriter([...table.rows, total], column);
      return {
        key: column,
        head: controls ? controls.head(column, nameColumn(column)) : nameColumn(column),
        ...(controls ? { sorted: by !== column ? 'none' : ascending ? 'ascending' : 'descending' } : {}),
        numeric: true,
        wideOnly: isForWide(column),
        cell: (row) => [
          drawFigure(row, column, write),
          column === 'share' && row !== total && drawShare(row.share ?? 0),
          column === 'p99Us' && live && h('span', { key: 'recent' }, controls?.spark?.(row)),
        ],
      };
    });
  return h(
    'section',
    { className: 'stack request-part', 'aria-label': requestsWords.title },
    h(DataTable<RequestRow>, {
      label: requestsWords.title,
      className: 'request-table',
      columns: [{ key: 'name', head: requestsWords.name, naming: true, cell: name }, ...figures],
      rows: [...sortedRows(table.rows, by, ascending), total],
      rowKey: (row) => (row === total ? 'total' : `request ${row.name}`),
      rowClass: (row) => (row === total ? 'total' : undefined),
    }),
    controls && h('p', { className: 'small soft below-title' }, controls.hint),
  );
}

/** The requests of a run that is over, as data; null for a plan with one request. */
export function requestFigures(summary: Summary): Figures | null {
  const table = summaryRows(summary);
  if (!table) return null;
  const rows = [...table.rows, table.total];
  const columns = requestColumns.map((column) => ({ column, write: figureWriter(rows, column) }));
  return {
    label: requestsWords.title,
    head: [requestsWords.name, ...requestColumns.map(nameColumn)],
    rows: rows.map((row) => [row.name || requestsWords.all, ...columns.map(({ column, write }) => write(row[column]))]),
  };
}

/** Times of a column stand in one unit. */
function figureWriter(rows: readonly RequestRow[], column: RequestColumn): (value: number | null) => string {
  if (column === 'perSecond') return formatRate;
  return column === 'share' || column === 'errorRate' ? formatShare : timeColumn(rows.map((row) => row[column]));
}

function drawFigure(row: RequestRow, column: RequestColumn, write: (value: number | null) => string): ReactNode {
  const text = write(row[column]);
  return column === 'errorRate' && row.errorRate ? h('span', { key: 'errors', className: 'has-errors' }, text) : text;
}

function drawShare(share: number): ReactNode {
  const bar = h('rect', { width: 100 * share, height: 4 });
  return h('svg', { key: 'bar', className: 'share-bar', viewBox: '0 0 100 4', preserveAspectRatio: 'none', 'aria-hidden': true }, bar);
}
