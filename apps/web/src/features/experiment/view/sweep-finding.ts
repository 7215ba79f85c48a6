/** The finding of a sweep, in words. */

import type { Experiment } from '@plimsoll/contracts/experiment';
import type { ExperimentRemark } from '@plimsoll/contracts/experiment-remark';
import { bestSentence } from '@plimsoll/pages/sweep-map';
import { laterSentence } from '@plimsoll/wording/capacity-sentence';
import { listVariantFigures } from '@plimsoll/wording/experiment-figures';
import { remarksSentence } from '@plimsoll/wording/experiment-sentence';
import { levelsSentence } from '@plimsoll/wording/level-words';
import { paragraph } from '@plimsoll/wording/list';

interface SweepFinding {
  /** Its knee, else its highest throughput. */
  readonly lead: string;
  /** From where on first tokens come later, and what held settings back that the target did not. */
  readonly more: string;
  /** What happened on the way, and how it ended where it did not complete. */
  readonly course: string;
}

/** The remarks that `lead` and `more` say, and the number of runs, which stands beside it. */
const said: readonly ExperimentRemark['kind'][] = ['sweep', 'knee', 'firstLater', 'levels', 'legacy'];

/** Null while nothing is measured. */
export function sweepFinding(experiment: Experiment): SweepFinding | null {
  const { knee, levels, remarks, variants } = experiment;
  const figures = variants.map(({ name }, at) => ({ name, ...listVariantFigures(experiment, at) }));
  if (figures.every(({ throughput }) => throughput === null)) return null;
  const later = remarks.flatMap((remark) => (remark.kind === 'firstLater' ? [laterSentence(remark.later)] : []));
  const levelsSaid = levelsSentence(
    levels,
    variants.map(({ name }) => name),
  );
  return {
    lead: knee?.sentence || bestSentence(figures, 'throughput'),
    more: paragraph([...later, levelsSaid]),
    course: remarksSentence(remarks.filter(({ kind }) => !said.includes(kind))),
  };
}
