/** What a shared page says beside its figures. */

import type { Validity } from '@plimsoll/contracts/run';
import type { SharedContent } from '@plimsoll/contracts/share';
import { nameOf } from '@plimsoll/wording/names';
import { formatShortCount } from '@plimsoll/wording/number';
import { formatRate } from '@plimsoll/wording/rate';
import { formatShare } from '@plimsoll/wording/share';
import { sharedWord } from '@plimsoll/wording/shared-words';
import { formatLength, formatUs } from '@plimsoll/wording/time';

type SharedRun = Extract<SharedContent, { kind: 'run' }>['run'];

function leadOf({ thresholds, state }: SharedRun): string {
  const broken = thresholds.filter((one) => !one.passed).length;
  if (broken > 0) return sharedWord('sharedRun.broken', { broken, of: thresholds.length });
  if (thresholds.length > 0) return sharedWord('sharedRun.holds', { count: thresholds.length });
  return sharedWord('sharedRun.state', { state: nameOf(`state.${state}`) });
}

/** Held or not, then how much, how fast, how many errors. */
export function runSentence(run: SharedRun): string {
  const { summary, stateReason, state } = run;
  if (!summary || summary.requests === 0)
    return sharedWord('sharedRun.nothing', {
      state: nameOf(`state.${state}`),
      reason: stateReason ?? sharedWord('sharedRun.noRequest'),
    });
  const errors =
    summary.failed === 0 ? sharedWord('sharedRun.noErrors') : sharedWord('sharedRun.errors', { share: formatShare(summary.errorRate) });
  const figures = sharedWord('sharedRun.figures', {
    requests: formatShortCount(summary.requests),
    length: formatLength(summary.durationMs),
    rate: formatRate(summary.throughputPerSecond),
    p99: formatUs(summary.responseTime.p99Us),
    errors,
  });
  return [leadOf(run), state === 'completed' ? null : stateReason, figures].filter(Boolean).join(' ');
}

export function sentenceOf(content: SharedContent): string {
  if (content.kind === 'run') return runSentence(content.run);
  return content.kind === 'comparison' ? content.comparison.sentence : content.experiment.sentence;
}

const severity: Readonly<Record<Validity['stamp'], number>> = { valid: 0, degraded: 1, invalid: 2 };

function judgedRuns(content: SharedContent): (Validity | null)[] {
  if (content.kind === 'run') return [content.run.validity];
  if (content.kind === 'experiment') return content.experiment.variants.map(({ validity }) => validity);
  const { base, candidates } = content.comparison;
  return [base, ...candidates].flatMap((arm) => arm.runs.map(({ validity }) => validity));
}

/** The worst stamp of all runs shown; null where none was judged. */
export function validityOf(content: SharedContent): Validity['stamp'] | null {
  const stamps = judgedRuns(content).flatMap((validity) => (validity ? [validity.stamp] : []));
  return stamps.sort((a, b) => severity[b] - severity[a])[0] ?? null;
}
