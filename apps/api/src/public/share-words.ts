/** What a shared page says beside its figures. */

import type { Validity } from '@plimsoll/contracts/run';
import type { SharedContent } from '@plimsoll/contracts/share';
import { runSentence } from '@plimsoll/wording/run-sentence';
import { comparisonSentence } from '@plimsoll/wording/shared-arms';

export function sentenceOf(content: SharedContent): string {
  if (content.kind === 'run') return runSentence(content.run);
  return content.kind === 'comparison' ? comparisonSentence(content.comparison) : content.experiment.sentence;
}

const severity: Readonly<Record<Validity['stamp'], number>> = { valid: 0, degraded: 1, invalid: 2 };

function judgedRuns(content: SharedContent): (Validity | null)[] {
  if (content.kind === 'run') return [content.run.validity];
  if (content.kind === 'experiment') return content.experiment.variants.map(({ validity }) => validity);
  const { base, candidate, others } = content.comparison;
  return [base, candidate, ...others.map((other) => other.candidate)].flatMap((arm) => arm.runs.map(({ validity }) => validity));
}

/** The worst stamp of all runs shown; null where none was judged. */
export function validityOf(content: SharedContent): Validity['stamp'] | null {
  const stamps = judgedRuns(content).flatMap((validity) => (validity ? [validity.stamp] : []));
  return stamps.sort((a, b) => severity[b] - severity[a])[0] ?? null;
}
