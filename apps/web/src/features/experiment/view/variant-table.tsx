import type { Experiment, SweepLevel } from '@plimsoll/contracts/experiment';
import { type Column, DataTable } from '@plimsoll/pages/data-table';
import { VerdictChip } from '@plimsoll/pages/verdict-chip';
import { experimentWords, newExperimentWords } from '@plimsoll/wording/en/comparison';
import { metricWords } from '@plimsoll/wording/en/names';
import type { Figures } from '@plimsoll/wording/experiment-figures';
import { levelLimit } from '@plimsoll/wording/level-words';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { timeColumn } from '@plimsoll/wording/time';
import { Link } from '@tanstack/react-router';
import runTableStyles from '../../../domain/run/table/run-table.module.css';

interface Variant extends Figures {
  readonly name: string;
  /** Ids of its completed runs. */
  readonly runs: readonly string[];
}

/** Every variant with its figures and its verdict against the first; a name opens the comparison. */
export function VariantTable({ experiment, figures }: { experiment: Experiment; figures: readonly Figures[] }) {
  const time = timeColumn(figures.map((one) => one.p99Us));
  const runsOf = (variant: number) =>
    experiment.runs.flatMap((run) => (run.variant === variant && run.runId && run.state === 'completed' ? [run.runId] : []));
  const base = runsOf(0);
  // Where no verdict was possible, one sentence says so instead of two columns of the same chip.
  const verdicts = figures.flatMap((one) => [one.verdicts.throughput, one.verdicts.p99]).filter((one) => one !== null);
  const open = verdicts.length > 0 && verdicts.every((one) => one.verdict === 'not_enough_evidence');
  const judged = open ? [] : (['throughput', 'p99'] as const);
  const figure = (head: string, text: (one: Figures) => string): Column<Variant> => ({
    key: head,
    head,
    numeric: true,
    cardLabel: head,
    cell: text,
  });
  const verdict = (metric: 'throughput' | 'p99'): Column<Variant> => {
    const head = experimentWords.vsBase({ metric: metric === 'p99' ? 'p99' : metricWords.throughput });
    return {
      key: `${metric} against the base`,
      head,
      cardLabel: head,
      cell: ({ verdicts }) => (verdicts[metric] ? <VerdictChip {...verdicts[metric]} /> : <span className="faint">–</span>),
    };
  };
  const heldBack: Column<Variant> = {
    key: 'limit',
    head: experimentWords.heldBack,
    cardLabel: experimentWords.heldBack,
    cell: (_, variant) => <LevelLimit level={experiment.levels.find((one) => one.variant === variant)} />,
  };
  return (
    <>
      {open && experiment.comparisons[0] && (
        <p className="soft small" style={{ margin: 0 }}>
          {experiment.comparisons[0].result.sentence}
        </p>
      )}
      <DataTable
        label={experimentWords.list}
        cards
        rows={figures.map((one, variant) => ({ ...one, name: experiment.variants[variant]?.name ?? '', runs: runsOf(variant) }))}
        rowKey={({ name }) => name}
        columns={[
          { key: 'number', head: '#', numeric: true, className: 'faint', cell: (_, variant) => variant + 1 },
          {
            key: 'name',
            head: experimentWords.variants,
            inCard: 'wide',
            cell: ({ name, runs }, variant) => <VariantName name={name} runs={runs} {...(variant === 0 ? {} : { base })} />,
          },
          figure(metricWords.throughput, (one) => formatRate(one.throughput)),
          figure('p99', (one) => time(one.p99Us)),
          figure(metricWords.errorRate, (one) => formatShare(one.errorRate)),
          ...(experiment.levels.length > 0 ? [heldBack] : []),
          ...judged.map(verdict),
        ]}
      />
    </>
  );
}

/** The limit that held a variant's runs back, and the disturbances. */
function LevelLimit({ level }: { level: SweepLevel | undefined }) {
  if (!level) return <span className="faint">–</span>;
  return (
    <>
      {levelLimit(level)}
      {level.disturbed !== null && <div className="small soft">{experimentWords.disturbed[level.disturbed]}</div>}
    </>
  );
}

/** `base`: the runs it is compared with; absent for the base itself. */
function VariantName({ name, runs, base }: { name: string; runs: readonly string[]; base?: readonly string[] }) {
  if (!base)
    return (
      <>
        <span className={runTableStyles.runName}>{name}</span>
        <span className="soft small"> · {newExperimentWords.base}</span>
      </>
    );
  if (runs.length === 0) return <span className={runTableStyles.runName}>{name}</span>;
  return (
    <Link className={runTableStyles.runName} to="/compare" search={{ base: base.join(','), candidate: runs.join(',') }}>
      {name}
    </Link>
  );
}
