/** Every rate that a capacity search tried, and how it went. */
import type { ExperimentRun } from '@plimsoll/contracts/experiment';
import type { SharedExperiment } from '@plimsoll/contracts/share';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { metricWords, validityWords } from '@plimsoll/wording/en/names';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { type CommonDisturbance, commonDisturbance, hasHeld, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { createElement as h, type ReactNode } from 'react';
import { Chip } from '../chip.ts';
import { DataTable } from '../table/data-table.ts';

type Try = SharedExperiment['experiment']['tries'][number];

interface ResultProps {
  readonly run: Pick<ExperimentRun, 'passed' | 'try'>;
  /** What is said above the table, once for most tries. */
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
    remarks.length > 0 && h('div', { key: 'remarks', className: 'small soft' }, remarks.join(', ')),
  ];
}

interface Props<Row> {
  readonly tries: readonly Row[];
  /** Names a try, from 1. */
  readonly draw?: (one: Row, number: number) => ReactNode;
  /** In place of the result of a try that is under way. */
  readonly under?: (one: Row) => ReactNode;
}

export function TriesTable<Row extends Try>({ tries, draw = (_, number) => number, under = () => '–' }: Props<Row>): ReactNode {
  const time = timeColumn(tries.map(({ p99Us }) => p99Us));
  const common = commonDisturbance(tries);
  const table = h(DataTable<Row>, {
    label: experimentWords.tried,
    rows: tries,
    rowKey: (_, at) => at,
    columns: [
      { key: 'try', head: experimentWords.try, cell: (one, at) => draw(one, at + 1) },
      { key: 'rate', head: experimentWords.planned, numeric: true, cell: ({ rate }) => formatRate(rate) },
      // All answers in a try that an older version made.
      {
        key: 'good',
        head: experimentWords.good,
        numeric: true,
        cell: (one) => formatRate(one.goodputPerSecond ?? one.throughputPerSecond),
      },
      { key: 'p99', head: 'p99', numeric: true, wideOnly: true, cell: ({ p99Us }) => time(p99Us) },
      { key: 'errors', head: metricWords.errorRate, numeric: true, wideOnly: true, cell: ({ errorRate }) => formatShare(errorRate) },
      { key: 'generator', head: experimentWords.generator, wideOnly: true, cell: ({ stamp }) => stamp && validityWords[stamp] },
      { key: 'held', head: experimentWords.result, cell: (run) => h(TryResult, { run, common, under: under(run) }) },
    ],
  });
  return h(
    'div',
    { className: 'stack tries' },
    common && h('p', { className: 'small soft below-title' }, common.sentence),
    tries.length > 0 && table,
  );
}
