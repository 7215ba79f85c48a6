/**
 * Figures as rows × columns, the higher the deeper in one hue, so that it reads without telling colours apart. It is a table of its
 * own and no `DataTable`: its columns have a title above them, its cells have a depth, and charts know nothing of `ui`.
 */
import { scaleHeat } from '@plimsoll/contracts/sweep-grid';
import styles from './heatmap.module.css';

export interface HeatCell {
  /** null: nothing measured yet. */
  readonly value: number | null;
  readonly text: string;
  /** A word under the figure. */
  readonly note?: string;
  /** Every request failed, or many did. */
  readonly tone?: 'bad' | 'warn';
  /** The knee: ringed, with its name. */
  readonly mark?: string;
}

interface Props {
  readonly label: string;
  readonly rowTitle: string;
  readonly columnTitle: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cells: readonly (readonly (HeatCell | null)[])[];
  readonly low: string;
  readonly high: string;
}

export function Heatmap({ label, rowTitle, columnTitle, rows, columns, cells, low, high }: Props) {
  const values = cells.flat().flatMap((cell) => (cell?.value == null ? [] : [cell.value]));
  const least = Math.min(...values);
  const most = Math.max(...values);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className={styles.heatScroll} role="group" tabIndex={0} aria-label={label}>
        <table className={styles.heat} aria-label={label}>
          <thead>
            <tr>
              <td className={styles.heatCorner}>{rowTitle}</td>
              <th scope="colgroup" colSpan={columns.length} className={styles.heatTitle}>
                {columnTitle}
              </th>
            </tr>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {columns.map((column, across) => (
                  <Cell key={column} cell={cells[at]?.[across] ?? null} least={least} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.heatScale} aria-hidden="true">
        <span>{low}</span>
        <span className={styles.heatBar} />
        <span>{high}</span>
      </div>
    </>
  );
}

function Cell({ cell, least, most }: { cell: HeatCell | null; least: number; most: number }) {
  if (!cell || cell.value === null)
    return (
      <td className={`${styles.heatCell} ${styles.heatNone}`} data-tone={cell?.tone}>
        {cell?.text ?? '–'}
      </td>
    );
  return (
    <td
      className={`${styles.heatCell} ${cell.mark ? styles.heatMark : ''}`}
      style={{ '--heat': scaleHeat(cell.value, least, most).toFixed(3) } as React.CSSProperties}
    >
      <div className={styles.heatFigure} data-figure>
        {cell.text}
      </div>
      {(cell.mark || cell.note) && (
        <div className={styles.heatNote} data-tone={cell.tone}>
          {cell.mark && <b>{cell.mark}</b>}
          {cell.mark && cell.note && ' · '}
          {cell.note}
        </div>
      )}
    </td>
  );
}
