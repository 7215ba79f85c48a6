/** The columns of the run table. An experiment has a name, a state and a date; its figures stand on its own page. */
import type { RunListItem } from '@plimsoll/contracts/run-list';
import { StateChip } from '@plimsoll/pages/run-chips';
import { VerdictChip } from '@plimsoll/pages/verdict-chip';
import { runsWords } from '@plimsoll/wording/en/app';
import { baselineWords } from '@plimsoll/wording/en/experiment';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Ago } from '../../../ui/ago.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { ExperimentChip } from '../../experiment/experiment-chip.tsx';
import { LimitMark, ValidityMark } from '../run-marks.tsx';
import { ExperimentName, RunName } from './entry-name.tsx';
import { type Entry, type EntryColumn, isRun } from './run-entry.ts';
import runTableStyles from './run-table.module.css';

/** `judged`: is there a column for the verdict against the baseline? `nowMs` is what "12 min ago" counts from. */
export function useRunColumns(entries: readonly Entry[], judged: boolean, nowMs: number): EntryColumn[] {
  const figure = (head: string, text: (run: RunListItem) => string): EntryColumn => ({
    key: head,
    head,
    numeric: true,
    cardLabel: head,
    cell: (entry) => isRun(entry) && text(entry),
  });
  const times = (head: string, read: (summary: NonNullable<RunListItem['summary']>) => number | null): EntryColumn => {
    const write = timeColumn(entries.map((entry) => (isRun(entry) && entry.summary ? read(entry.summary) : null)));
    return figure(head, ({ summary }) => write(summary && read(summary)));
  };
  const rate = figure(runsWords.rate, ({ summary }) => formatRate(summary && measuredThroughput(summary)));
  const figures: EntryColumn[] = [
    {
      ...rate,
      cell: (entry) => (isRun(entry) ? rate.cell(entry, 0) : entry.stateReason),
      cardLabel: (entry) => (isRun(entry) ? runsWords.rate : undefined),
      className: (entry) => (isRun(entry) ? undefined : 'small soft'),
      // Up to the date.
      span: (entry) => (isRun(entry) ? 1 : judged ? 6 : 5),
    },
    times('p95', ({ responseTime }) => responseTime.p95Us),
    times('p99', ({ responseTime }) => responseTime.p99Us),
    figure(runsWords.errors, ({ summary }) => formatShare(summary?.errorRate ?? null)),
  ];
  const baseline: EntryColumn = {
    key: 'baseline',
    head: baselineWords.column,
    cardLabel: (entry) => (isRun(entry) && entry.baseline ? baselineWords.column : undefined),
    cell: (entry) => isRun(entry) && <BaselineVerdict run={entry} />,
  };
  return [
    {
      key: 'name',
      head: runsWords.run,
      inCard: 'wide',
      className: runTableStyles.naming,
      cell: (entry) => (isRun(entry) ? <RunName run={entry} /> : <ExperimentName experiment={entry} />),
    },
    {
      key: 'state',
      head: runsWords.state,
      cell: (entry) => (isRun(entry) ? <RunState run={entry} /> : <ExperimentChip state={entry.state} />),
    },
    ...figures,
    { key: 'thresholds', head: runsWords.thresholds, cell: (entry) => isRun(entry) && <Thresholds run={entry} /> },
    ...(judged ? [baseline] : []),
    {
      key: 'when',
      head: runsWords.when,
      numeric: true,
      className: 'soft',
      cell: (entry) => (
        <>
          <Ago at={entry.createdAt} nowMs={nowMs} />
          {isRun(entry) && <AskedBy run={entry} />}
        </>
      ),
    },
  ];
}

function AskedBy({ run: { createdBy } }: { run: RunListItem }) {
  return (
    <div className={`small faint ${runTableStyles.by}`} title={createdBy?.name}>
      {createdBy?.name ?? runsWords.api}
    </div>
  );
}

function RunState({ run }: { run: RunListItem }) {
  return (
    <>
      <StateChip run={run} />
      {run.validity && run.validity.stamp !== 'valid' && <ValidityMark validity={run.validity} />}
      {run.validity && <LimitMark validity={run.validity} />}
    </>
  );
}

function Thresholds({ run }: { run: RunListItem }) {
  const { thresholds } = run;
  if (thresholds.length === 0) return <span className="faint">–</span>;
  const held = thresholds.filter((one) => one.passed).length;
  const passed = held === thresholds.length;
  const text = `${held}/${thresholds.length}`;
  return (
    <Chip tone={passed ? 'good' : 'bad'} icon={passed ? IconCheck : IconX}>
      {(passed ? runsWords.held : runsWords.broken)({ text })}
    </Chip>
  );
}

function BaselineVerdict({ run }: { run: RunListItem }) {
  const { baseline } = run;
  if (!baseline) return <span className="faint">–</span>;
  return (
    <Link to="/compare" search={{ base: baseline.baselineRunId, candidate: run.id }} title={baseline.sentence}>
      <VerdictChip verdict={baseline.verdict} up={baseline.verdict === 'worse'} />
    </Link>
  );
}
