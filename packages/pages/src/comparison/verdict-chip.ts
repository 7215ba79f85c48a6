import { rowOfVerdict, type Verdict } from '@plimsoll/contracts/verdict';
import { createElement as h, type ReactNode } from 'react';
import { Chip } from '../chip.ts';
import type { MetricRow } from './comparison-rows.ts';
import { verdictMark } from './verdict-mark.ts';

interface Props {
  readonly verdict: Verdict;
  readonly up: boolean;
  readonly title?: string;
  /** Its sentence begins with the word, unless figures moved: the icon is enough then. */
  readonly besideSentence?: boolean;
}

export function VerdictChip({ verdict, up, title, besideSentence = false }: Props): ReactNode {
  const mark = verdictMark(verdict, up);
  return h(Chip, { mark: besideSentence && rowOfVerdict(verdict).sign ? { ...mark, word: '' } : mark, title });
}

/** The new value of a metric, its change, and the verdict. */
export function drawChange(row: MetricRow | null | undefined): ReactNode {
  if (!row) return '–';

  const change = row.delta.deltaRelative === null ? null : h('span', { className: 'soft small' }, row.change);
  const figure = h('div', { key: 'figure' }, h('b', null, row.candidate), ' ', change);
  return row.mark ? [figure, h(Chip, { key: 'mark', mark: row.mark, title: row.delta.reason })] : figure;
}
