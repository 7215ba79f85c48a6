/** Every variant of an experiment with its figures. */
import { judgeFailedShare } from '@plimsoll/contracts/failure';
import { experimentWords, newExperimentWords } from '@plimsoll/wording/en/comparison';
import { metricShortWords, metricWords } from '@plimsoll/wording/en/names';
import { tileWords } from '@plimsoll/wording/en/run';
import type { Figures } from '@plimsoll/wording/experiment-figures';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { createElement as h, type ReactNode } from 'react';
import { type Column, DataTable } from '../table/data-table.ts';

export interface Variant extends Omit<Figures, 'against'> {
  readonly name: string;
}

export function figureColumn<Row>(head: string, cell: (one: Row, at: number) => ReactNode): Column<Row> {
  return { key: head, head, numeric: true, cardLabel: head, cell };
}

/** The times that tell the variants apart, each with its figures as they are written. */
export function timeFigures(variants: readonly Pick<Variant, 'times'>[]): { readonly head: string; readonly cells: readonly string[] }[] {
  return (variants[0]?.times ?? []).map(({ metric }, at) => {
    const figures = variants.map(({ times }) => times[at]?.us);
    return { head: metricShortWords[metric], cells: figures.map(timeColumn(figures)) };
  });
}

/** None where no variant counts tokens. */
function tokenColumns<Row extends Variant>(variants: readonly Row[]): Column<Row>[] {
  if (variants.every(({ tokensPerSecond }) => tokensPerSecond === null)) return [];
  const [ttft, itl] = [timeColumn(variants.map(({ ttftP95Us }) => ttftP95Us)), timeColumn(variants.map(({ itlP95Us }) => itlP95Us))];
  return [
    figureColumn<Row>(metricWords.tokensPerSecond, ({ tokensPerSecond }) => formatRate(tokensPerSecond)),
    figureColumn<Row>(metricWords['firstTokenTime.p95'], ({ ttftP95Us }) => ttft(ttftP95Us)),
    figureColumn<Row>(metricWords['interTokenTime.p95'], ({ itlP95Us }) => itl(itlP95Us)),
  ];
}

interface Props<Row> {
  /** The first is the base. */
  readonly variants: readonly Row[];
  /** The place of the variant after which more load gains nothing. */
  readonly knee: number | null;
  readonly draw?: (one: Row, at: number) => ReactNode;
  /** Columns between its name and its figures. */
  readonly settings?: readonly Column<Row>[];
  /** Columns after its figures. */
  readonly judgements: readonly Column<Row>[];
}

export function VariantTable<Row extends Variant>(props: Props<Row>): ReactNode {
  const { variants, knee, draw = ({ name }) => h('b', null, name), settings = [], judgements } = props;
  const remark = (word: string) => h('span', { className: 'soft small' }, ` · ${word}`);
  return h(DataTable<Row>, {
    label: experimentWords.list,
    cards: true,
    rows: variants,
    rowKey: ({ name }) => name,
    columns: [
      {
        key: 'variant',
        head: experimentWords.variants,
        inCard: 'wide',
        cell: (one, at) =>
          h('span', null, draw(one, at), at === 0 && remark(newExperimentWords.base), at === knee && remark(experimentWords.knee)),
      },
      ...settings,
      figureColumn<Row>(metricWords.throughput, ({ throughput, errorRate }) =>
        judgeFailedShare(errorRate) === 'many_failed' ? `${tileWords.ok} ${formatRate(throughput)}` : formatRate(throughput),
      ),
      ...timeFigures(variants).map(({ head, cells }) => figureColumn<Row>(head, (_, at) => cells[at])),
      ...tokenColumns(variants),
      figureColumn<Row>(metricWords.errorRate, ({ errorRate }) => formatShare(errorRate)),
      ...judgements,
    ],
  });
}
