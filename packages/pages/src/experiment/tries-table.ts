/** Every rate that a capacity search tried, and how it went. */
import type { ExperimentRun } from '@plimsoll/contracts/experiment';
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { parseThreshold } from '@plimsoll/contracts/threshold';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { metricWords, validityWords } from '@plimsoll/wording/en/names';
import { joined } from '@plimsoll/wording/list';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { type CommonDisturbance, commonDisturbance, hasHeld, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { createElement as h, type ReactNode } from 'react';
import { Chip } from '../chip.ts';
import { type Column, DataTable } from '../table/data-table.ts';
import type { Figures } from '../table/figure-table.ts';

type Try = SharedExperiment['experiment']['tries'][number];

interface ResultProps {
  readonly run: Pick<ExperimentRun, 'passed' | 'try'>;
  /** The remark above the table that most tries share. */
  readonly common: CommonDisturbance | null;
  /** In place of the result of a try that is under way. */
  readonly under?: ReactNode;
}

export function TryResult({ run, common, under }: ResultProps): ReactNode {
  const [held, word] = [hasHeld(run), tryResult(run)];
  if (word === null) return under;
  const [tone, icon] = held === null ? (['warn', 'alert'] as const) : held ? (['good', 'check'] as const) : (['bad', 'cross'] as const);
  const remarks = tryRemarks(run, common);
  return [
    h(Chip, { key: 'result', mark: { tone, icon, word } }),
    remarks.length > 0 && h('div', { key: 'remarks', className: 'small soft' }, joined(remarks)),
  ];
}

interface Props<Row> {
  readonly tries: readonly Row[];
  /** The conditions of the search, by which its tries are told before one of them is over. */
  readonly limits: readonly string[];
  /** Names a try, from 1. */
  readonly draw?: (one: Row, number: number) => ReactNode;
  /** In place of the result of a try that is under way. */
  readonly under?: (one: Row) => ReactNode;
}

export function TriesTable<Row extends Try>({ tries, limits, draw = (_, number) => number, under = () => '–' }: Props<Row>): ReactNode {
  const { head, rows } = triesFigures(tries, limits);
  const common = commonDisturbance(tries);
  const last = head.length - 1;
  const columns = head.map((name, at): Column<Row> => {
    const cell = (one: Row, row: number) => {
      if (at === 0) return draw(one, row + 1);
      return at === last ? h(TryResult, { run: one, common, under: under(one) }) : rows[row]?.[at];
    };
    const inGrid = at === 0 ? { naming: true, cardLabel: name } : at === last ? { wholeLine: true } : { cardLabel: name };
    return { key: name, head: name, numeric: at > 0 && at < last - 1, ...inGrid, cell };
  });
  const table = h(DataTable<Row>, { label: experimentWords.tried, rows: tries, rowKey: (_, at) => at, columns, grid: 3 });
  return h(
    'div',
    { className: 'stack tries' },
    common && h('p', { className: 'small soft below-title' }, common.sentence),
    tries.length > 0 && table,
  );
}

/** The times of each try: those that the search is limited by, else p99 of the whole answer. */
function timesOfTries(tries: readonly Try[], limits: readonly string[]): { readonly head: string; readonly cells: readonly string[] }[] {
  const column = (head: string, read: (one: Try) => number | null | undefined) => {
    const figures = tries.map(read);
    return { head, cells: figures.map(timeColumn(figures)) };
  };
  const judged = tries.find(({ thresholds }) => thresholds.length > 0)?.thresholds.map(({ expression }) => expression) ?? limits;
  const p99 = column('p99', ({ p99Us }) => p99Us);
  const limited = judged.flatMap((expression, at) => {
    const threshold = parseThreshold(expression);
    if (!('unit' in threshold) || threshold.unit !== 'us') return [];
    const { figure, percentile, request } = threshold;
    if (figure === 'responseTime' && percentile === 99 && request === null) return [p99];
    return [column(expression.replace(/\s*[<>].*$/, ''), ({ thresholds }) => thresholds[at]?.value)];
  });
  // Two limits of one time ask for one column.
  const named = new Map(limited.map((one) => [one.head, one]));
  return named.size > 0 ? [...named.values()] : [p99];
}

export function triesFigures(tries: readonly Try[], limits: readonly string[]): Figures {
  const times = timesOfTries(tries, limits);
  const common = commonDisturbance(tries);
  return {
    label: experimentWords.tried,
    head: [
      experimentWords.try,
      experimentWords.planned,
      experimentWords.good,
      ...times.map((one) => one.head),
      metricWords.errorRate,
      experimentWords.generator,
      experimentWords.result,
    ],
    rows: tries.map((one, at) => [
      String(at + 1),
      formatRate(one.rate),
      // All answers in a try that an older version made.
      formatRate(one.goodputPerSecond ?? one.throughputPerSecond),
      ...times.map(({ cells }) => cells[at] ?? ''),
      formatShare(one.errorRate),
      one.stamp ? validityWords[one.stamp] : '–',
      joined([tryResult(one) ?? '–', ...tryRemarks(one, common)]),
    ]),
  };
}
