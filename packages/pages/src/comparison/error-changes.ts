import type { ErrorDelta } from '@plimsoll/contracts/comparison';
import { compareWords } from '@plimsoll/wording/en/comparison';
import { createElement as h, type ReactNode } from 'react';
import { Chip } from '../chip.ts';
import { type Column, DataTable } from '../table/data-table.ts';
import { armHead } from './arm-head.ts';
import { errorRows } from './comparison-rows.ts';

type Row = ReturnType<typeof errorRows>[number];

interface Props {
  readonly errors: readonly ErrorDelta[];
  /** Of the base and the candidate. */
  readonly names: readonly [string, string];
  readonly comparable: boolean;
}

export function ErrorChanges({ errors, names, comparable }: Props): ReactNode {
  if (errors.length === 0) return null;
  const title = compareWords.errors;
  const count = (head: string, cell: (row: Row) => string): Column<Row> => ({
    key: head,
    ...armHead(head),
    numeric: true,
    cardLabel: head,
    cell,
  });
  return h(DataTable<Row>, {
    label: title,
    grid: 2,
    rows: errorRows(errors, comparable),
    rowKey: ({ label }) => label,
    columns: [
      { key: 'kind', head: title, naming: true, className: 'name', cell: ({ label }) => label },
      { key: 'change', head: compareWords.change, wholeLine: true, cell: ({ mark }) => h(Chip, { mark }) },
      count(names[0], ({ base }) => base),
      count(names[1], ({ candidate }) => candidate),
    ],
  });
}
