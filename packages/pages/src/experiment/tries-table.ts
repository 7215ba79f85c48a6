/** Every rate that a capacity search tried, and how it went. */
import type { ExperimentRun } from '@plimsoll/contracts/experiment';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { joined } from '@plimsoll/wording/list';
import { type CommonDisturbance, commonDisturbance, hasHeld, tryRemarks, tryResult } from '@plimsoll/wording/try-words';
import { createElement as h, type ReactNode } from 'react';
import { Chip } from '../chip.ts';
import { type Column, DataTable } from '../table/data-table.ts';
import { type Try, triesFigures } from './tries-figures.ts';

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
  readonly limits: readonly string[];
  /** A sentence above tells what disturbed most of them. */
  readonly disturbedSaid?: boolean;
  /** Names a try, from 1. */
  readonly draw?: (one: Row, number: number) => ReactNode;
  /** In place of the result of a try that is under way. */
  readonly under?: (one: Row) => ReactNode;
}

export function TriesTable<Row extends Try>(props: Props<Row>): ReactNode {
  const { tries, limits, disturbedSaid = false, draw = (_, number) => number, under = () => '–' } = props;
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
    common && !disturbedSaid && h('p', { className: 'small soft below-title' }, common.sentence),
    tries.length > 0 && table,
  );
}
