/** The columns of the run table. An experiment has a name, a state and a date; its figures stand on its own page. */
import { listedMetrics, type PercentileMetric, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { judgeFailure } from '@plimsoll/contracts/failure';
import { leadingTimes } from '@plimsoll/contracts/leading-time';
import { readFigure } from '@plimsoll/contracts/read-figure';
import type { RunListItem } from '@plimsoll/contracts/run-list';
import { findTimes } from '@plimsoll/contracts/sample';
import { StateChip } from '@plimsoll/pages/run-chips';
import { runLoadWords } from '@plimsoll/pages/run-words';
import { timeName, timesColumnName } from '@plimsoll/pages/time-name';
import { runsWords } from '@plimsoll/wording/en/app';
import { baselineWords } from '@plimsoll/wording/en/experiment';
import { formatShortCount } from '@plimsoll/wording/number';
import { formatRate, measuredThroughput } from '@plimsoll/wording/rate';
import { runStateWord } from '@plimsoll/wording/run-state';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs } from '@plimsoll/wording/time';
import { Ago } from '../../../ui/ago.tsx';
import { ExperimentChip } from '../../experiment/experiment-chip.tsx';
import { BaselineMark, LimitMark, ThresholdMark, ValidityMark } from '../run-marks.tsx';
import { ExperimentName, RunName, Tags } from './entry-name.tsx';
import { type EntryColumn, isRun } from './run-entry.ts';
import runTableStyles from './run-table.module.css';
import type { ListColumn } from './shown-columns.ts';

const isTime = (column: ListColumn): column is PercentileMetric => listedMetrics.includes(column as PercentileMetric);

export function nameColumn(column: ListColumn): string {
  if (isTime(column)) {
    const { times, field } = rowOfMetric(column);
    return timesColumnName(times ?? 'responseTime', field ?? 'p99Us');
  }
  return column === 'baseline' ? baselineWords.column : runsWords[column];
}

/** `nowMs` is what "12 min ago" counts from. */
export function listRunColumns(shown: readonly ListColumn[], nowMs: number): EntryColumn[] {
  const others = shown.map((key) => drawColumn(key, nowMs));
  const beforeDate = shown.filter((key) => key !== 'when').length;
  return [
    {
      key: 'name',
      head: runsWords.run,
      inCard: 'alone',
      className: runTableStyles.naming,
      cell: (entry) => (isRun(entry) ? <RunName run={entry} withLoad={!shown.includes('load')} /> : <ExperimentName experiment={entry} />),
    },
    {
      key: 'state',
      head: runsWords.state,
      cell: (entry) => (isRun(entry) ? <RunState run={entry} /> : entry.state !== 'completed' && <ExperimentChip state={entry.state} />),
    },
    ...others.map((column, at): EntryColumn => (at === 0 && beforeDate > 0 ? withReason(column, beforeDate) : column)),
  ];
}

/** An experiment says in place of all figures why it ended. */
function withReason(column: EntryColumn, columns: number): EntryColumn {
  const { cardLabel, className } = column;
  return {
    ...column,
    cell: (entry, at) => (isRun(entry) ? column.cell(entry, at) : <span className={runTableStyles.reason}>{entry.stateReason}</span>),
    cardLabel: (entry) => (isRun(entry) ? (typeof cardLabel === 'function' ? cardLabel(entry) : cardLabel) : undefined),
    className: (entry) => (isRun(entry) ? (typeof className === 'function' ? className(entry) : className) : 'small soft'),
    span: (entry) => (isRun(entry) ? 1 : columns),
  };
}

function drawColumn(key: ListColumn, nowMs: number): EntryColumn {
  const head = nameColumn(key);
  const figure = (text: (run: RunListItem) => string): EntryColumn => ({
    key,
    head,
    numeric: true,
    cardLabel: (entry) => (isRun(entry) ? head : undefined),
    cell: (entry) => isRun(entry) && text(entry),
  });
  if (isTime(key)) return { ...figure(() => ''), cell: (entry) => isRun(entry) && <ListedTime run={entry} metric={key} /> };
  switch (key) {
    case 'load':
      return { key, head, className: `small soft ${runTableStyles.load}`, cell: (entry) => isRun(entry) && runLoadWords(entry) };
    case 'tags':
      return { key, head, className: runTableStyles.tagsColumn, cell: (entry) => isRun(entry) && <Tags tags={entry.tags} /> };
    case 'requests':
      return figure(({ summary }) => (summary ? formatShortCount(summary.requests) : '–'));
    case 'rate':
      return figure(({ summary }) => writeRate(summary));
    case 'errors':
      return figure(({ summary }) => formatShare(summary?.errorRate ?? null));
    case 'thresholds':
      return { key, head, cell: (entry) => isRun(entry) && <ThresholdMark run={entry} /> };
    case 'baseline':
      return {
        key,
        head,
        cardLabel: (entry) => (isRun(entry) && entry.baseline ? head : undefined),
        cell: (entry) => isRun(entry) && <BaselineMark run={entry} />,
      };
    case 'person':
      return { key, head, className: `small soft ${runTableStyles.person}`, cell: (entry) => isRun(entry) && <AskedBy run={entry} /> };
    case 'when':
      return { key, head, numeric: true, className: 'soft', cell: (entry) => <Ago at={entry.createdAt} nowMs={nowMs} /> };
  }
}

/** A column with a bare percentile tells the time that speaks for each run: of streams it is the one that their users wait for, with its name. */
export function ListedTime({ run: { summary, plan }, metric }: { run: Pick<RunListItem, 'summary' | 'plan'>; metric: PercentileMetric }) {
  const { times, field } = rowOfMetric(metric);
  const leading = summary && times === 'responseTime' ? leadingTimes(summary, plan) : 'responseTime';
  if (!summary || !field || leading === 'responseTime') return formatUs(summary && readFigure(summary, metric));
  return (
    <span title={timesColumnName(leading, field)}>
      {formatUs(findTimes(summary, leading)?.[field] ?? null)}{' '}
      <span className={`small soft ${runTableStyles.timed}`}>{timeName(leading)}</span>
    </span>
  );
}

/** Good answers lead where much failed. */
function writeRate(summary: RunListItem['summary']): string {
  const failure = judgeFailure(summary);
  if (!summary || (failure !== 'many_failed' && failure !== 'all_failed')) return formatRate(summary && measuredThroughput(summary));
  return runsWords.okRate({ rate: formatRate(summary.goodputPerSecond) });
}

function AskedBy({ run: { createdBy } }: { run: RunListItem }) {
  return <span title={createdBy?.name}>{createdBy?.name ?? runsWords.api}</span>;
}

/** A run that completed as it should have says nothing. */
function RunState({ run }: { run: RunListItem }) {
  const { text, tone } = runStateWord(run);
  return (
    <span className={runTableStyles.marks}>
      {(run.state !== 'completed' || tone !== null) && (
        <span className={runTableStyles.state} title={text}>
          <StateChip run={run} />
        </span>
      )}
      {run.validity && run.validity.stamp !== 'valid' && <ValidityMark validity={run.validity} />}
      {run.validity && <LimitMark validity={run.validity} />}
    </span>
  );
}
