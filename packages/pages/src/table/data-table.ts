/** The product's table: columns are data, each item is a row. */
import { type CSSProperties, createElement as h, type Key, type ReactNode, type Ref } from 'react';

type PerRow<Row, Value> = Value | ((row: Row) => Value);

export interface Column<Row> {
  /** Differs from the key of every other column. */
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Figures stand at the end of their cell, in digits of one width. */
  readonly numeric?: boolean;
  /** The cell names its row, for screen readers too. */
  readonly naming?: boolean;
  /** Only screen readers get the head. */
  readonly headHidden?: boolean;
  /** A narrow phone leaves the column out. */
  readonly wideOnly?: boolean;
  /** On a phone the cell takes a line of the row's grid, or card, to itself. */
  readonly wholeLine?: boolean;
  /** On a phone's card: takes most of a line, or all of it beside what is picked, stands in the middle of it, or at its end. */
  readonly inCard?: 'wide' | 'alone' | 'pick' | 'end';
  /** Stands before the value where the row is a card or a grid. */
  readonly cardLabel?: PerRow<Row, string | undefined>;
  readonly headClass?: string | undefined;
  /** Classes of the cells, not of the head. */
  readonly className?: PerRow<Row, string | undefined>;
  readonly title?: (row: Row) => string | undefined;
  /** The columns that the cell takes, its own counted; 1 where absent. A cell of several columns is text, never a figure. */
  readonly span?: (row: Row) => number;
  /** The order of the rows by this column; absent where they cannot be sorted. */
  readonly sorted?: 'ascending' | 'descending' | 'none';
}

/** The rows that are drawn of a longer list; room is left for the others, so that it scrolls as if all were there. */
export interface RowWindow {
  /** Place of the first one that is drawn. */
  readonly first: number;
  readonly total: number;
  /** Pixels above and below them. */
  readonly before: number;
  readonly after: number;
  readonly rowRef: Ref<HTMLTableRowElement>;
}

interface Props<Row> {
  /** The name of the table for screen readers. */
  readonly label: string;
  /** The name of the box that it scrolls in, where several tables stand in boxes of one name. */
  readonly boxLabel?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Where `rows` are only a part of the list. */
  readonly window?: RowWindow | undefined;
  readonly rowKey: (row: Row, index: number) => Key;
  /** A row leads somewhere. */
  readonly clickable?: boolean;
  readonly rowClass?: PerRow<Row, string | undefined>;
  /** Index of the row that the keyboard is on; -1 for none, absent where the keyboard walks no rows. */
  readonly cursor?: number | undefined;
  /** Absent where rows cannot be selected. */
  readonly selected?: ((row: Row) => boolean | undefined) | undefined;
  /** Rows of a pair of cells, name and value, need no head. */
  readonly headless?: boolean;
  /** On a phone each row becomes a card; without it, and without `grid`, the table scrolls sideways. */
  readonly cards?: boolean;
  /** On a phone each row becomes a grid: its name on top, then so many figures in a line. */
  readonly grid?: 2 | 3;
  /** Small print in narrow rows, for long lists of numbers. */
  readonly dense?: boolean;
  /** Stands in a card or a dialog already, so it draws no frame. */
  readonly bare?: boolean;
  readonly className?: string | undefined;
  /** The style of the box that the table scrolls in. */
  readonly style?: CSSProperties;
  /** Stands in place of a table without rows. */
  readonly empty?: ReactNode;
  /** Below the last row, inside the frame. */
  readonly foot?: ReactNode;
}

export function DataTable<Row>(props: Props<Row>): ReactNode {
  const { label, boxLabel = label, columns, rows, rowKey, clickable, rowClass, cursor, selected, empty, foot } = props;
  const { window: part, headless = false, cards = false, grid, dense = false, bare = false, className, style } = props;
  if (rows.length === 0 && empty !== undefined) return empty;
  const look = classes('data-table', cards && 'cards', grid && 'grid', grid === 3 && 'grid3', dense && 'dense', className);
  const lines = rows.map((row, at) => {
    const index = at + (part?.first ?? 0);
    return h(
      'tr',
      {
        key: rowKey(row, index),
        // The head is the first row.
        ...(part && { ref: part.rowRef, 'data-index': index, 'aria-rowindex': index + 2 }),
        className: classes(clickable && 'clickable', forRow(rowClass, row)),
        'data-cursor': cursor === undefined ? undefined : cursor === index,
        'aria-selected': selected?.(row),
      },
      withoutCovered(columns, row).map((column) => drawCell(column, row, index)),
    );
  });
  const gap = (key: string, px: number) =>
    px > 0 && h('tr', { key, className: 'table-gap', 'aria-hidden': true }, h('td', { colSpan: columns.length, style: { blockSize: px } }));
  return h(
    'div',
    // A scrolling region is reachable by keyboard.
    { className: bare ? 'table-box' : 'card table-box', role: 'group', 'aria-label': boxLabel, tabIndex: 0, style },
    h(
      'table',
      { className: look, 'aria-label': label, 'aria-rowcount': part && part.total + 1 },
      headless ? null : drawHead(columns),
      h('tbody', null, part && gap('before', part.before), lines, part && gap('after', part.after)),
    ),
    foot && h('div', { className: 'table-foot' }, foot),
  );
}

function drawHead<Row>(columns: readonly Column<Row>[]): ReactNode {
  const heads = columns.map(({ key, head, headHidden, headClass, numeric, wideOnly, sorted }) =>
    h(
      'th',
      { key, scope: 'col', className: classes(numeric && 'n', wideOnly && 'not-narrow', headClass), 'aria-sort': sorted },
      headHidden ? h('span', { className: 'sr-only' }, head) : head,
    ),
  );
  return h('thead', null, h('tr', null, heads));
}

function drawCell<Row>(column: Column<Row>, row: Row, index: number): ReactNode {
  const { key, cell, naming, numeric, wideOnly, wholeLine, inCard, title } = column;
  const content = cell(row, index);
  const span = column.span?.(row) ?? 1;
  const own = forRow(column.className, row);
  const label = { 'data-label': forRow(column.cardLabel, row) };
  if (naming) return h('th', { key, scope: 'row', className: classes('row-head', own), ...label }, content);
  return h(
    'td',
    {
      key,
      className: classes(numeric && span === 1 && 'n', wideOnly && 'not-narrow', wholeLine && 'whole-line', inCard, own),
      title: title?.(row),
      colSpan: span > 1 ? span : undefined,
      ...label,
    },
    content,
  );
}

/** The columns that no wider cell before them covers. */
function withoutCovered<Row>(columns: readonly Column<Row>[], row: Row): Column<Row>[] {
  let covered = 0;
  return columns.filter(({ span }) => {
    if (covered > 0) {
      covered -= 1;
      return false;
    }
    covered = (span?.(row) ?? 1) - 1;
    return true;
  });
}

function forRow<Row>(value: PerRow<Row, string | undefined>, row: Row): string | undefined {
  return typeof value === 'function' ? value(row) : value;
}

function classes(...names: readonly (string | false | 0 | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
