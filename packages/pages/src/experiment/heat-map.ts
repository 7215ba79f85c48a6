/**
 * Figures as rows × columns, the higher the deeper in one hue, so that it reads without telling colours apart. It is a table of its own and no
 * `DataTable`: its columns have a title above them, its cells have a depth.
 */
import { scaleHeat } from '@plimsoll/contracts/sweep-grid';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { createElement as h, type ReactNode } from 'react';

export interface HeatCell {
  /** null: nothing measured. */
  readonly value: number | null;
  readonly text: string;
  /** A word under the figure. */
  readonly note?: string;
  /** Every request failed, or many did. */
  readonly tone?: 'bad' | 'warn';
  /** The knee: ringed, with its name. */
  readonly mark?: string;
}

interface Axis {
  readonly title: string;
  readonly values: readonly string[];
}

interface Props {
  readonly label: string;
  /** null: one row. */
  readonly rows: Axis | null;
  readonly columns: Axis;
  readonly cells: readonly (readonly (HeatCell | null)[])[];
}

export function HeatMap({ label, rows, columns, cells }: Props): ReactNode {
  const values = cells.flat().flatMap((cell) => cell?.value ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const lines = cells.map((line, at) =>
    h(
      'tr',
      { key: at },
      h('th', { scope: 'row' }, rows?.values[at]),
      line.map((cell, across) => drawCell(cell, cell?.value == null ? 0 : scaleHeat(cell.value, least, most), across)),
    ),
  );
  const head = h(
    'thead',
    null,
    h(
      'tr',
      null,
      h('td', { className: 'heat-corner' }, rows?.title),
      h('th', { scope: 'colgroup', colSpan: columns.values.length, className: 'heat-title' }, columns.title),
    ),
    h(
      'tr',
      null,
      h('td'),
      columns.values.map((column) => h('th', { key: column, scope: 'col' }, column)),
    ),
  );
  return [
    // A scrolling region is reachable by keyboard.
    h(
      'div',
      { key: 'table', className: 'heat-scroll', role: 'group', tabIndex: 0, 'aria-label': label },
      h('table', { className: 'heat', 'aria-label': label }, head, h('tbody', null, lines)),
    ),
    h(
      'div',
      { key: 'scale', className: 'heat-scale', 'aria-hidden': true },
      h('span', null, experimentWords.low),
      h('span', { className: 'heat-bar' }),
      h('span', null, experimentWords.high),
    ),
  ];
}

function drawCell(cell: HeatCell | null, depth: number, key: number): ReactNode {
  if (!cell || cell.value === null) return h('td', { key, className: `heat-cell heat-none ${cell?.tone ?? ''}` }, cell?.text ?? '–');
  const { text, mark, note, tone = '' } = cell;
  return h(
    'td',
    { key, className: mark ? 'heat-cell heat-mark' : 'heat-cell' },
    // An embed allows no style of an element.
    h(
      'svg',
      { className: 'heat-depth', viewBox: '0 0 1 1', preserveAspectRatio: 'none', 'aria-hidden': true },
      h('rect', { width: 1, height: 1, opacity: depth.toFixed(3) }),
    ),
    h('div', { className: 'heat-figure' }, text),
    (mark || note) && h('div', { className: `heat-note ${tone}` }, mark && h('b', null, mark), mark && note && ' · ', note),
  );
}
