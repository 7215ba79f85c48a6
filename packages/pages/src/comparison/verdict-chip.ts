import type { Verdict } from '@plimsoll/contracts/verdict';
import { createElement as h, type ReactNode } from 'react';
import { Chip } from '../chip.ts';
import type { MetricRow } from './comparison-rows.ts';
import { verdictMark } from './verdict-mark.ts';

export function VerdictChip({ verdict, up, title }: { verdict: Verdict; up: boolean; title?: string }): ReactNode {
  return h(Chip, { mark: verdictMark(verdict, up), title });
}

/** The new value of a metric, its change, and the verdict. */
export function drawChange(row: MetricRow | null | undefined): ReactNode {
  if (!row) return '–';

  const figure = h('div', { key: 'figure' }, h('b', null, row.candidate), ' ', h('span', { className: 'soft small' }, row.change));
  return [figure, h(Chip, { key: 'mark', mark: row.mark, title: row.delta.reason })];
}
