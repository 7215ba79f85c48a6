/** The product's table: columns are data, each item is a row. */
import type { CSSProperties, Key, ReactNode } from 'react';
import styles from './data-table.module.css';
import { ScrollBox } from './scroll-box.tsx';

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
  /** On a phone the cell takes a line of the row's grid to itself. */
  readonly wholeLine?: boolean;
  /** On a phone's card: takes most of a line, stands in the middle of it, or at its end. */
  readonly inCard?: 'wide' | 'pick' | 'end';
  /** Stands before the value where the row is a card or a grid. */
  readonly cardLabel?: PerRow<Row, string | undefined>;
  readonly headClass?: string | undefined;
  /** Classes of the cells, not of the head. */
  readonly className?: PerRow<Row, string | undefined>;
  readonly title?: (row: Row) => string | undefined;
  /** How many columns the cell takes, its own counted; 1 where absent. A cell of several columns is text, never a figure. */
  readonly span?: (row: Row) => number;
  /** How the rows are sorted by this column; absent where they cannot be. */
  readonly sorted?: 'ascending' | 'descending' | 'none';
}

interface Props<Row> {
  /** The name of the table for screen readers. */
  readonly label: string;
  /** Of the box that it scrolls in, where several tables stand in boxes of one name. */
  readonly boxLabel?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
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
  /** Of the box that the table scrolls in. */
  readonly style?: CSSProperties;
  /** Stands in place of a table without rows. */
  readonly empty?: ReactNode;
  /** Below the last row, inside the frame. */
  readonly foot?: ReactNode;
}

export function DataTable<Row>(props: Props<Row>) {
  const { label, boxLabel = label, columns, rows, rowKey, clickable, rowClass, cursor, selected, empty, foot } = props;
  const { headless = false, cards = false, grid, dense = false, bare = false, className, style } = props;
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <ScrollBox label={boxLabel} bare={bare} {...(style ? { style } : {})}>
      <table
        className={classes(
          styles.table,
          cards && styles.cards,
          grid && styles.grid,
          grid === 3 && styles.grid3,
          dense && styles.dense,
          className,
        )}
        aria-label={label}
      >
        {!headless && <Head columns={columns} />}
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={rowKey(row, index)}
              className={classes(clickable && styles.clickable, forRow(rowClass, row))}
              data-cursor={cursor === undefined ? undefined : cursor === index}
              aria-selected={selected?.(row)}
            >
              {withoutCovered(columns, row).map((column) => (
                <Cell key={column.key} column={column} row={row} index={index} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {foot && <div className={styles.foot}>{foot}</div>}
    </ScrollBox>
  );
}

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ key, head, headHidden, headClass, numeric, wideOnly, sorted }) => (
          <th key={key} scope="col" className={classes(numeric && styles.n, wideOnly && 'not-narrow', headClass)} aria-sort={sorted}>
            {headHidden ? <span className="sr-only">{head}</span> : head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Cell<Row>({ column, row, index }: { column: Column<Row>; row: Row; index: number }) {
  const { cell, naming, numeric, wideOnly, wholeLine, inCard, title } = column;
  const content = cell(row, index);
  const span = column.span?.(row) ?? 1;
  if (naming)
    return (
      <th scope="row" className={classes(styles.rowHead, forRow(column.className, row))}>
        {content}
      </th>
    );
  return (
    <td
      className={classes(
        numeric && span === 1 && styles.n,
        wideOnly && 'not-narrow',
        wholeLine && styles.wholeLine,
        inCard && styles[inCard],
        forRow(column.className, row),
      )}
      title={title?.(row)}
      colSpan={span > 1 ? span : undefined}
      data-label={forRow(column.cardLabel, row)}
    >
      {content}
    </td>
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
