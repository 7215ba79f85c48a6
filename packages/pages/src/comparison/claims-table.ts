/** The two claims on arms that ran at once, a row a metric: of the services that ran, and of their builds. */

import type { MetricDelta } from '@plimsoll/contracts/verdict';
import { claimsWords } from '@plimsoll/wording/en/claims';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { paragraph } from '@plimsoll/wording/list';
import { createElement as h, type ReactNode } from 'react';
import { Chip } from '../chip.ts';
import { type Column, DataTable } from '../table/data-table.ts';
import { type ClaimRow, claimNotes, claimRows } from './comparison-rows.ts';

interface Props {
  readonly metrics: readonly MetricDelta[];
  /** Tells the table from those of other candidates. */
  readonly label: string;
}

export function ClaimsTable({ metrics, label }: Props): ReactNode {
  const rows = claimRows(metrics);
  if (rows.length === 0) return null;
  const claim = (key: 'services' | 'builds'): Column<ClaimRow> => ({
    key,
    head: claimsWords[key],
    cardLabel: claimsWords[key],
    className: 'num',
    cell: ({ [key]: { interval, mark } }) => h('div', { className: 'row tight' }, h('span', null, interval), mark && h(Chip, { mark })),
  });
  return h(DataTable<ClaimRow>, {
    label,
    boxLabel: claimsWords.title,
    grid: 2,
    rows,
    rowKey: ({ label: metric }) => metric,
    columns: [
      { key: 'metric', head: compareWords.metric, naming: true, className: 'name', cell: ({ label: metric }) => metric },
      claim('services'),
      claim('builds'),
    ],
    foot: h('span', { className: 'small soft' }, paragraph(claimNotes(metrics))),
  });
}
