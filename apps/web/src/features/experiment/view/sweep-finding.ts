/** The finding of a sweep, in words. */

import type { Experiment } from '@plimsoll/contracts/experiment';
import type { ExperimentRemark } from '@plimsoll/contracts/experiment-remark';
import { judgeFailedShare } from '@plimsoll/contracts/failure';
import { bestSentence } from '@plimsoll/pages/sweep-map';
import { laterSentence } from '@plimsoll/wording/capacity-sentence';
import { experimentWords } from '@plimsoll/wording/en/comparison';
import { listVariantFigures } from '@plimsoll/wording/experiment-figures';
import { remarksSentence } from '@plimsoll/wording/experiment-sentence';
import { levelsSentence } from '@plimsoll/wording/level-words';
import { firstOf, paragraph } from '@plimsoll/wording/list';

interface SweepFinding {
  /** Its knee, else its highest throughput, else that nothing was good. */
  readonly lead: string;
  /** The settings at which nothing was good, from where on first tokens come later, and what held settings back that the target did not. */
  readonly more: string;
  /** Was nothing good at some setting? */
  readonly failed: boolean;
  /** What happened on the way, and how it ended where it did not complete. */
  readonly course: string;
}

/** The remarks that `lead` and `more` say, and the number of runs, which stands beside it. */
const said: readonly ExperimentRemark['kind'][] = ['sweep', 'knee', 'firstLater', 'levels', 'legacy'];

/** Null while nothing is measured. */
export function sweepFinding(experiment: Experiment): SweepFinding | null {
  const { knee, levels, remarks, variants } = experiment;
  const figures = variants.map(({ name }, at) => ({ name, ...listVariantFigures(experiment, at) }));
  const allFailed = figures.filter(({ errorRate }) => judgeFailedShare(errorRate) === 'all_failed').map(({ name }) => name);
  const failed = allFailed.length > 0 ? experimentWords.allFailedAt({ settings: firstOf(allFailed) }) : null;
  const nothingGood = figures.every(({ throughput }) => throughput === null);
  if (nothingGood && failed === null) return null;
  const later = remarks.flatMap((remark) => (remark.kind === 'firstLater' ? [laterSentence(remark.later)] : []));
  const levelsSaid = levelsSentence(
    levels,
    variants.map(({ name }) => name),
  );
  return {
    lead: (nothingGood && failed) || knee?.sentence || bestSentence(figures, 'throughput'),
    more: paragraph([!nothingGood && failed, ...later, levelsSaid]),
    failed: failed !== null,
    course: remarksSentence(remarks.filter(({ kind }) => !said.includes(kind))),
  };
}
