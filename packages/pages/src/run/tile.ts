import { type TimesFigure, timesFigures } from '@plimsoll/contracts/percentiles';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import type { HistogramName } from '@plimsoll/contracts/times';
import { formatSignificant } from '@plimsoll/wording/number';
import { createElement as h, type ReactNode } from 'react';

/** Writes the name of a figure so that its definition can be read; a page without a script writes the name alone. */
export type Define = (name: string, definition: string) => ReactNode;

interface Props {
  readonly label: string;
  readonly definition: string;
  readonly value: string;
  readonly unit?: string;
  readonly detail?: ReactNode;
  readonly spark?: ReactNode;
  readonly define?: Define | undefined;
}

/** One figure: its name, value with its unit smaller, one line of context. */
export function Tile({ label, definition, value, unit, detail, spark, define = (name) => name }: Props): ReactNode {
  return h(
    'div',
    { className: 'tile', role: 'group', 'aria-label': label },
    h('div', { className: 'tile-label' }, define(label, definition)),
    h('div', { className: 'tile-value' }, value, unit && h('small', null, unit)),
    spark,
    h('div', { className: 'tile-detail' }, detail),
  );
}

/** `84.2 ms` as value and unit. */
export function splitUnit(text: string): { value: string; unit?: string } {
  const at = text.lastIndexOf('\u00a0');
  return at < 0 ? { value: text } : { value: text.slice(0, at), unit: text.slice(at + 1) };
}

export function rateFigure(perSecond: number | null): { value: string; unit?: string } {
  return perSecond === null ? { value: '–' } : { value: formatSignificant(perSecond), unit: '/s' };
}

/** `limit 250 ms` where a threshold speaks about this percentile of a time. */
export function findLimit(thresholds: readonly string[], field: TimesFigure, time: HistogramName = 'responseTime'): number | null {
  for (const expression of thresholds) {
    const threshold = parseThreshold(expression);
    if (
      !('error' in threshold) &&
      threshold.request === null &&
      threshold.figure === time &&
      threshold.percentile === timesFigures[field].percentile
    )
      return threshold.limit;
  }
  return null;
}
