/** A finished run in one line: held or not, then how much, how fast, how many errors. */
import type { Run, Summary } from '@plimsoll/contracts/run';
import { runVerdictText } from '../en/run-verdict.ts';
import { formatShortCount } from '../figures/number.ts';
import { formatRate } from '../figures/rate.ts';
import { formatShare } from '../figures/share.ts';
import { formatLength, formatUs } from '../figures/time.ts';
import { nameOf } from '../names.ts';
import { speakerOf } from '../speaker.ts';

const say = speakerOf(runVerdictText);

type Finished = Pick<Run, 'state' | 'stateReason' | 'summary' | 'thresholds'>;

export function runSentence(run: Finished): string {
  const { summary, stateReason, state } = run;
  if (!summary || summary.requests === 0) return `${nameOf(`state.${state}`)} ${stateReason ?? say('verdict.nothing')}`;
  return [openingPhrase(run), state === 'completed' ? null : stateReason, runFigures(summary)].filter(Boolean).join(' ');
}

/** How much, how fast, how many errors. */
export function runFigures(summary: Summary): string {
  return say('verdict.figures', {
    requests: formatShortCount(summary.requests),
    length: formatLength(summary.durationMs),
    rate: formatRate(summary.throughputPerSecond),
    p99: formatUs(summary.responseTime.p99Us),
    errors: summary.failed === 0 ? say('verdict.noErrors') : say('verdict.errors', { share: formatShare(summary.errorRate) }),
  });
}

function openingPhrase({ thresholds, state }: Finished): string {
  const broken = thresholds.filter((one) => !one.passed).length;
  if (broken > 0) return say('verdict.broken', { count: broken, of: thresholds.length });
  if (thresholds.length > 0) return say('verdict.holds', { count: thresholds.length });
  return say('verdict.ended', { state: nameOf(`state.${state}`) });
}
