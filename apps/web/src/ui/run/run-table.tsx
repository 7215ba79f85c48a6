/** Runs as dense rows, an experiment as one row; cards on a narrow screen. Selection and cursor only where the page asks for them. */
import { ActionIcon, Checkbox } from '@mantine/core';
import type { experimentListSchema } from '@plimsoll/contracts/experiment';
import { isTerminal, type RunListItem } from '@plimsoll/contracts/run';
import { formatAgo, formatMoment } from '@plimsoll/wording/date';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { formatUs } from '@plimsoll/wording/time';
import { IconAlertTriangle, IconCheck, IconChevronDown, IconChevronRight, IconFlask, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Chip } from '../chip.tsx';
import { VerdictChip } from '../comparison/verdict-chip.tsx';
import { ExperimentChip } from '../experiment/experiment-chip.tsx';
import { useNow } from '../now.ts';
import { ScrollBox } from '../scroll-box.tsx';
import { StateChip } from '../state-chip.tsx';
import { loadWords, thresholdWords } from './run-words.ts';

interface Selection {
  readonly ids: readonly string[];
  readonly cursor: number;
  toggle(id: string): void;
}

/** Experiments whose rows can be opened to show their runs below. */
interface Folding {
  readonly open: readonly string[];
  toggle(experimentId: string): void;
}

export type ExperimentItem = z.infer<typeof experimentListSchema>['items'][number];
export type Entry = RunListItem | ExperimentItem;
export const isRun = (entry: Entry): entry is RunListItem => 'plan' in entry;

export function RunTable({ runs, selection, folding }: { runs: readonly Entry[]; selection?: Selection; folding?: Folding }) {
  const { t } = useTranslation();
  const judged = runs.some((entry) => isRun(entry) && entry.baseline !== null);
  return (
    <ScrollBox label={t('runs.title')}>
      <table className="table run-table" aria-label={t('runs.title')}>
        <thead>
          <tr>
            {selection && (
              <th scope="col">
                <span className="sr-only">{t('runs.select')}</span>
              </th>
            )}
            <th scope="col">{t('runs.run')}</th>
            <th scope="col">{t('runs.state')}</th>
            <th scope="col" className="n">
              {t('runs.rate')}
            </th>
            <th scope="col" className="n">
              p95
            </th>
            <th scope="col" className="n">
              p99
            </th>
            <th scope="col" className="n">
              {t('runs.errors')}
            </th>
            <th scope="col">{t('runs.thresholds')}</th>
            {judged && <th scope="col">{t('baseline.column')}</th>}
            <th scope="col">{t('runs.by')}</th>
            <th scope="col" className="n">
              {t('runs.when')}
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((entry, row) =>
            isRun(entry) ? (
              <RunRow key={entry.id} run={entry} selection={selection} row={row} judged={judged} />
            ) : (
              <ExperimentRow
                key={entry.id}
                experiment={entry}
                columns={judged ? 7 : 6}
                selected={selection && selection.cursor === row}
                folding={folding}
              />
            ),
          )}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface RowProps {
  readonly run: RunListItem;
  readonly selection: Selection | undefined;
  readonly row: number;
  /** Is there a column for the verdict against the baseline? */
  readonly judged: boolean;
}

function RunRow({ run, selection, row, judged }: RowProps) {
  const { t } = useTranslation();
  const now = useNow();
  const { summary } = run;
  const checks = thresholdWords(run);
  return (
    <tr className="clickable" data-cursor={selection?.cursor === row} aria-selected={selection?.ids.includes(run.id)}>
      {selection && (
        <td className="pick">
          <Checkbox
            size="xs"
            aria-label={t('runs.selectRun', { name: run.plan.name })}
            checked={selection.ids.includes(run.id)}
            disabled={!isTerminal(run.state)}
            onChange={() => selection.toggle(run.id)}
          />
        </td>
      )}
      <td className="wide">
        <Link to="/runs/$runId" params={{ runId: run.id }} className="run-name">
          {run.plan.name}
        </Link>
        <div className="small soft">
          {loadWords(run.plan.load)}
          {run.plan.connection.client === 'wire' && ` · ${t('httpClient.wire')}`}
          {!run.plan.connection.keepAlive && ` · ${t('load.keepAliveOff')}`}
          {run.experimentId && (
            <>
              {' · '}
              <Link to="/experiments/$experimentId" params={{ experimentId: run.experimentId }} className="in-text">
                {t('baseline.experiment')}
              </Link>
            </>
          )}
        </div>
        <Tags tags={run.tags} />
      </td>
      <td>
        <StateChip state={run.state} />
        {run.validity && run.validity.stamp !== 'valid' && (
          <div className={`small stamp ${run.validity.stamp}`} title={run.validity.reasons.join(' ')}>
            <IconAlertTriangle size={13} aria-hidden /> {t(`validity.${run.validity.stamp}`)}
          </div>
        )}
      </td>
      <td className="n" data-label={t('runs.rate')}>
        {summary ? formatRate(summary.throughputPerSecond) : '–'}
      </td>
      <td className="n" data-label="p95">
        {formatUs(summary?.responseTime.p95Us)}
      </td>
      <td className="n" data-label="p99">
        {formatUs(summary?.responseTime.p99Us)}
      </td>
      <td className="n" data-label={t('runs.errors')}>
        {formatShare(summary?.errorRate ?? null)}
      </td>
      <td>
        {checks.passed === null ? (
          <span className="faint">–</span>
        ) : (
          <Chip tone={checks.passed ? 'good' : 'bad'} icon={checks.passed ? IconCheck : IconX}>
            {t(checks.passed ? 'runs.held' : 'runs.broken', { text: checks.text })}
          </Chip>
        )}
      </td>
      {judged && (
        <td data-label={run.baseline ? t('baseline.column') : undefined}>
          {run.baseline ? (
            <Link to="/compare" search={{ base: run.baseline.baselineRunId, candidate: run.id }} title={run.baseline.sentence}>
              <VerdictChip verdict={run.baseline.verdict} up={run.baseline.verdict === 'worse'} />
            </Link>
          ) : (
            <span className="faint">–</span>
          )}
        </td>
      )}
      <td className="soft by" title={run.createdBy?.name}>
        {run.createdBy?.name ?? t('runs.api')}
      </td>
      <td className="n soft">
        <time dateTime={run.createdAt} title={formatMoment(run.createdAt)}>
          {formatAgo(run.createdAt, now)}
        </time>
      </td>
    </tr>
  );
}

interface ExperimentRowProps {
  readonly experiment: ExperimentItem;
  /** Between its state and its date. */
  readonly columns: number;
  /** Undefined where rows cannot be selected. */
  readonly selected: boolean | undefined;
  readonly folding: Folding | undefined;
}

/** Stands for all its runs: their figures belong beside each other, on its own page. */
function ExperimentRow({ experiment, columns, selected, folding }: ExperimentRowProps) {
  const { t } = useTranslation();
  const now = useNow();
  const { id, name, kind, progress, createdAt } = experiment;
  const open = folding?.open.includes(id);
  const runs = t('plans.runs', { count: progress.done });
  return (
    <tr className="clickable" data-cursor={selected}>
      {selected !== undefined && (
        <td className="pick">
          {folding && (
            <ActionIcon size="xs" aria-expanded={open} aria-label={`${name}: ${runs}`} onClick={() => folding.toggle(id)}>
              {open ? <IconChevronDown size={15} aria-hidden /> : <IconChevronRight size={15} aria-hidden />}
            </ActionIcon>
          )}
        </td>
      )}
      <td className="wide">
        <Link to="/experiments/$experimentId" params={{ experimentId: id }} className="run-name">
          {name}
        </Link>
        <div className="small soft">
          <IconFlask size={13} aria-hidden style={{ verticalAlign: -2 }} /> {t(`experimentKind.${kind}`)} · {runs}
        </div>
      </td>
      <td>
        <ExperimentChip state={experiment.state} />
      </td>
      <td colSpan={columns} className="small soft">
        {experiment.stateReason}
      </td>
      <td className="n soft">
        <time dateTime={createdAt} title={formatMoment(createdAt)}>
          {formatAgo(createdAt, now)}
        </time>
      </td>
    </tr>
  );
}

function Tags({ tags }: { tags: Readonly<Record<string, string>> }) {
  const entries = Object.entries(tags);
  if (entries.length === 0) return null;
  return (
    <div className="row" style={{ gap: 4, marginBlockStart: 4 }}>
      {entries.slice(0, 4).map(([name, value]) => (
        <Link key={name} className="tag" to="/runs" search={{ tag: value ? `${name}:${value}` : name }}>
          {value ? `${name}: ${value}` : name}
        </Link>
      ))}
    </div>
  );
}
