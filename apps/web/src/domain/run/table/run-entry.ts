/** An entry in a list of runs: a run, or an experiment that stands for its runs. */
import type { experimentListSchema } from '@plimsoll/contracts/experiment-list';
import type { RunListItem } from '@plimsoll/contracts/run-list';
import type { Column } from '@plimsoll/pages/data-table';
import type { z } from 'zod';

export type ExperimentItem = z.infer<typeof experimentListSchema>['items'][number];
export type Entry = RunListItem | ExperimentItem;
export type EntryColumn = Column<Entry>;

export const isRun = (entry: Entry): entry is RunListItem => 'plan' in entry;
