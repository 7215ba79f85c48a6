/** Runs as dense rows, an experiment as one row; cards on a narrow screen. Selection and cursor only where the page asks for them. */

import { DataTable, type RowWindow } from '@plimsoll/pages/data-table';
import { runsWords } from '@plimsoll/wording/en/app';
import { useNow } from '../../../ui/now.ts';
import { listRunColumns } from './run-columns.tsx';
import { type Entry, type EntryColumn, isRun } from './run-entry.ts';
import styles from './run-table.module.css';
import { type ListColumn, usualColumns } from './shown-columns.ts';

interface Props {
  readonly runs: readonly Entry[];
  /** Where `runs` are only a part of the list. */
  readonly window?: RowWindow;
  /** Columns beside the name and the state; the usual ones where absent. */
  readonly shown?: readonly ListColumn[];
  /** Stands before all others, as the one that selects. */
  readonly firstColumn?: EntryColumn;
  /** Index of the row that the keyboard is on. */
  readonly cursor?: number;
  /** Ids of the selected runs. */
  readonly selected?: readonly string[];
}

export function RunTable({ runs, window: part, shown, firstColumn, cursor, selected }: Props) {
  const now = useNow();
  const judged = runs.some((entry) => isRun(entry) && entry.baseline !== null);
  const columns = listRunColumns(shown ?? (judged ? usualColumns : usualColumns.filter((key) => key !== 'baseline')), now);
  return (
    <DataTable
      label={runsWords.title}
      columns={firstColumn ? [firstColumn, ...columns] : columns}
      rows={runs}
      window={part}
      rowKey={(entry) => entry.id}
      className={styles.runs}
      clickable
      cursor={cursor}
      selected={selected && ((entry) => (isRun(entry) ? selected.includes(entry.id) : undefined))}
      cards
    />
  );
}
