import type { Experiment, SweepLevel } from '@plimsoll/contracts/experiment';
import { isOpen } from '@plimsoll/contracts/verdict';
import type { Column } from '@plimsoll/pages/data-table';
import { VariantTable } from '@plimsoll/pages/variant-table';
import { VerdictChip } from '@plimsoll/pages/verdict-chip';
import { refusedHeadline } from '@plimsoll/wording/comparison-headline';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { metricShortWords, metricWords } from '@plimsoll/wording/en/names';
import type { Figures } from '@plimsoll/wording/experiment-figures';
import { levelLimit } from '@plimsoll/wording/level-words';
import { Link } from '@tanstack/react-router';
import runTableStyles from '../../../domain/run/table/run-table.module.css';

interface Variant extends Figures {
  readonly name: string;
}
interface Props {
  readonly experiment: Experiment;
  readonly variants: readonly Variant[];
  readonly knee: number | null;
}

/** Every variant with its figures and its verdict against the first; a name opens the comparison. */
export function SweepVariants({ experiment, variants, knee }: Props) {
  const { runs, levels, comparisons } = experiment;
  const runsOf = (variant: number) =>
    runs.flatMap((run) => (run.variant === variant && run.runId && run.state === 'completed' ? [run.runId] : []));
  // Where no verdict was possible, one sentence says so instead of two columns of the same chip.
  const verdicts = variants.flatMap((one) => [one.against, ...one.times.map(({ against }) => against)]).filter((one) => one !== null);
  const open = verdicts.length > 0 && verdicts.every((one) => isOpen(one.verdict));
  const verdict = (metric: string, read: (one: Variant) => Variant['against'] | undefined): Column<Variant> => {
    const head = experimentWords.vsBase({ metric });
    const cell = (one: Variant) => {
      const against = read(one);
      return against ? <VerdictChip {...against} /> : <span className="faint">–</span>;
    };
    return { key: head, head, cardLabel: head, cell };
  };
  const judged = [
    verdict(metricWords.throughput, ({ against }) => against),
    ...(variants[0]?.times ?? []).map(({ metric }, at) => verdict(metricShortWords[metric], ({ times }) => times[at]?.against)),
  ];
  const heldBack: Column<Variant> = {
    key: 'limit',
    head: experimentWords.heldBack,
    cardLabel: experimentWords.heldBack,
    cell: (_, variant) => <LevelLimit level={levels.find((one) => one.variant === variant)} />,
  };
  return (
    <>
      {open && (
        <p className="soft small" style={{ margin: 0 }}>
          {openSentence(comparisons)}
        </p>
      )}
      <VariantTable
        variants={variants}
        knee={knee}
        draw={({ name }, at) => <VariantName name={name} base={at === 0 ? [] : runsOf(0)} runs={runsOf(at)} />}
        judgements={[...(levels.length > 0 ? [heldBack] : []), ...(open ? [] : judged)]}
      />
    </>
  );
}

/** What is the matter with the base is so for every variant; else each lacks something of its own. */
function openSentence(comparisons: Experiment['comparisons']): string {
  const refusals = comparisons.flatMap(({ result }) => result.candidates.flatMap(({ code }) => code?.refused ?? []));
  const ofBase = refusals.find(({ side }) => side === 'base');
  return ofBase ? refusedHeadline(ofBase) : experimentWords.noneDecided;
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

/** `base`: the runs it is compared with; none for the base itself. */
function VariantName({ name, runs, base }: { name: string; runs: readonly string[]; base: readonly string[] }) {
  if (base.length === 0 || runs.length === 0) return <span className={runTableStyles.runName}>{name}</span>;
  return (
    <Link className={runTableStyles.runName} to="/compare" search={{ base: base.join(','), candidate: runs.join(',') }}>
      {name}
    </Link>
  );
}
