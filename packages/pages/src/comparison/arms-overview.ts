import { compareWords } from '@plimsoll/wording/en/comparison';
import type { NamedArms } from '@plimsoll/wording/named-arms';
import { createElement as h, type ReactNode } from 'react';
import { type Column, DataTable } from '../table/data-table.ts';
import { ArmDot } from './arm-dot.ts';
import { overviewRows } from './comparison-rows.ts';
import { drawChange } from './verdict-chip.ts';

type Row = ReturnType<typeof overviewRows>[number];

/** All arms in one table: a row a metric, a column an arm; the tables below say how sure each verdict is. */
export function ArmsOverview({ arms: { base, candidates } }: { arms: NamedArms }): ReactNode {
  const arm = (name: string, index: number, cell: Column<Row>['cell']): Column<Row> => ({
    key: `arm ${index}`,
    head: [h(ArmDot, { key: 'dot', arm: index }), ' ', name],
    headClass: 'arm-name',
    className: 'num',
    cardLabel: name,
    cell,
  });
  return h(DataTable<Row>, {
    label: compareWords.overview,
    grid: 2,
    rows: overviewRows(candidates),
    rowKey: ({ first }) => first.delta.metric,
    columns: [
      { key: 'metric', head: compareWords.metric, naming: true, className: 'name', cell: ({ first }) => first.label },
      arm(base.name, 0, ({ first }) => first.base),
      ...candidates.map(({ name }, at) => arm(name, at + 1, ({ cells }) => drawChange(cells[at]))),
    ],
  });
}
