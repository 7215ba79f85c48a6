/** The first column of the history: a run is selected for a comparison, an experiment opens to show its runs. */
import { ActionIcon, Checkbox } from '@mantine/core';
import { isTerminal } from '@plimsoll/contracts/run';
import type { RunListItem } from '@plimsoll/contracts/run-list';
import { plansWords, runsWords } from '@plimsoll/wording/en/app';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type EntryColumn, type ExperimentItem, isRun } from '../../domain/run/table/run-entry.ts';

interface Chosen {
  readonly ids: readonly string[];
  toggle(id: string): void;
}

export function useSelectColumn(selection: Chosen, opened: Chosen): EntryColumn {
  return {
    key: 'select',
    head: runsWords.select,
    headHidden: true,
    inCard: 'pick',
    cell: (entry) =>
      isRun(entry) ? <SelectRun run={entry} selection={selection} /> : <OpenExperiment experiment={entry} opened={opened} />,
  };
}

function SelectRun({ run, selection }: { run: RunListItem; selection: Chosen }) {
  return (
    <Checkbox
      size="xs"
      aria-label={runsWords.selectRun({ name: run.plan.name })}
      checked={selection.ids.includes(run.id)}
      disabled={!isTerminal(run.state)}
      onChange={() => selection.toggle(run.id)}
    />
  );
}

function OpenExperiment({ experiment, opened }: { experiment: ExperimentItem; opened: Chosen }) {
  const { id, name, progress } = experiment;
  const open = opened.ids.includes(id);
  return (
    <ActionIcon
      size="xs"
      aria-expanded={open}
      aria-label={`${name}: ${plansWords.runs({ count: progress.done })}`}
      onClick={() => opened.toggle(id)}
    >
      {open ? <IconChevronDown size={15} aria-hidden /> : <IconChevronRight size={15} aria-hidden />}
    </ActionIcon>
  );
}
