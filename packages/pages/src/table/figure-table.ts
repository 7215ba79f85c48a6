import { createElement as h, type ReactNode } from 'react';
import { type Column, DataTable } from './data-table.ts';

/** A table as data: the first cell names its row, the others are figures. Pages and Markdown are written from it. */
export interface Figures<Cell = string> {
  readonly label: string;
  /** Empty: rows of a pair, name and figure, need no head. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Below the table, in small print. */
  readonly what?: string;
}

interface Props extends Figures<ReactNode> {
  /** Columns of words, which stand at the start of their cells. */
  readonly words?: readonly number[];
  /** On a phone each row becomes a grid, each figure below the name of its column. */
  readonly grid?: 2 | 3;
  readonly className?: string;
  /** In place of what is said below. */
  readonly foot?: ReactNode;
}

type Row = readonly ReactNode[];

export function FigureTable({ label, head, rows, what, words = [], grid, className, foot }: Props): ReactNode {
  const columns = Array.from({ length: rows[0]?.length ?? 0 }, (_, at): Column<Row> => {
    const column = {
      key: String(at),
      head: head[at],
      naming: at === 0,
      numeric: at > 0 && !words.includes(at),
      cell: (row: Row) => row[at],
    };
    return grid && at > 0 ? { ...column, cardLabel: head[at] } : column;
  });
  return h(DataTable<Row>, {
    label,
    headless: head.length === 0,
    rows,
    rowKey: (_, at) => at,
    columns,
    ...(grid && { grid }),
    className,
    foot: foot ?? (what && h('div', { className: 'small soft' }, what)),
  });
}
