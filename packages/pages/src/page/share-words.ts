/** Sentences of a shared page beside its figures. */

import type { SharedContent } from '@plimsoll/contracts/share';
import type { Validity } from '@plimsoll/contracts/validity';
import { worstValidity } from '@plimsoll/contracts/validity';
import { comparisonSentence } from '@plimsoll/wording/named-arms';
import { runSentence } from '@plimsoll/wording/run-sentence';

export function formatSentence(content: SharedContent): string {
  if (content.kind === 'run') return runSentence({ ...content.run, plan: content.plan });
  return content.kind === 'comparison' ? comparisonSentence(content.comparison) : content.experiment.sentence;
}

function judgedRuns(content: SharedContent): (Validity | null)[] {
  if (content.kind === 'run') return [content.run.validity];
  if (content.kind === 'experiment') return content.experiment.variants.map(({ validity }) => validity);
  const { base, candidates } = content.comparison;
  return [base, ...candidates].flatMap((arm) => arm.runs.map(({ validity }) => validity));
}

/** The worst stamp of all runs shown; null where none was judged. */
export function findValidity(content: SharedContent): Validity | null {
  return worstValidity(judgedRuns(content));
}
