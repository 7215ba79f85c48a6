/** A finished run in one line: held or not, then how much, how fast, how many errors. */
import { redirectStatuses } from '@plimsoll/contracts/redirect';
import type { Run, RunState, Summary } from '@plimsoll/contracts/run';
import { runVerdictText } from '../en/run/run-verdict.ts';
import { formatShortCount } from '../figures/number.ts';
import { formatRate, isAnswered } from '../figures/rate.ts';
import { formatShare } from '../figures/share.ts';
import { formatLength, formatUs } from '../figures/time.ts';
import { nameOf } from '../names.ts';
import { speakerOf } from '../speaker.ts';

const say = speakerOf(runVerdictText);

/** Dropped share from which on it leads the sentence: below it the load was sent as planned. */
const tellingShare = 0.01;

type Finished = Pick<Run, 'state' | 'stateReason' | 'summary' | 'thresholds'>;

export function runSentence(run: Finished): string {
  const { summary, stateReason, state } = run;
  if (!summary || summary.requests === 0) return `${nameOf(`state.${state}`)} ${stateReason ?? say('verdict.nothing')}`;
  return [openingPhrase(run), reasonBesides(state, stateReason), runFigures(summary)].filter(Boolean).join(' ');
}

/** Why a run ended, for after the name of its state, which some reasons begin with; null where its state says all. */
export function reasonBesides(state: RunState, stateReason: string | null): string | null {
  if (state === 'completed' || stateReason === null) return null;
  const lead = `${nameOf(`state.${state}`)}: `;
  if (!stateReason.startsWith(lead)) return stateReason;
  const rest = stateReason.slice(lead.length);
  return rest.slice(0, 1).toLocaleUpperCase() + rest.slice(1);
}

/** From this share of the answers on the page itself was not measured. */
const mostlyRedirected = 0.5;

/** Says that a load measured redirects; null where most answers were none. */
function redirectPhrase({ statuses, redirectTo }: Summary): string | null {
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const found = redirectStatuses.map(String).filter((status) => (statuses[status] ?? 0) > 0);
  const share = found.reduce((sum, status) => sum + (statuses[status] ?? 0), 0) / Math.max(1, all);
  if (share < mostlyRedirected) return null;
  const figures = { share: formatShare(share), status: found.join(', ') };
  return redirectTo ? say('verdict.redirectsTo', { ...figures, location: redirectTo }) : say('verdict.redirects', figures);
}

/** How much, how fast, how many errors. `calls`: of gRPC; of a file that another tool wrote only the plan says so. */
export function runFigures(summary: Summary, calls = Boolean(summary.grpc)): string {
  const counted = { count: summary.requests, text: formatShortCount(summary.requests) };
  const requests = say(calls ? 'verdict.calls' : 'verdict.requests', counted);
  const length = formatLength(summary.durationMs);
  if (!isAnswered(summary)) return say('verdict.unanswered', { requests, length });
  const figures = {
    requests,
    length,
    p99: formatUs(summary.responseTime.p99Us),
    errors: summary.failed === 0 ? say('verdict.noErrors') : say('verdict.errors', { share: formatShare(summary.errorRate) }),
  };
  const { droppedShare, goodputPerSecond } = summary;
  // Where planned and sent differ, percentiles are of what was sent, and say little by themselves.
  if (droppedShare !== null && droppedShare >= tellingShare && goodputPerSecond !== null)
    return say('verdict.shortOfPlan', { ...figures, goodput: formatRate(goodputPerSecond), dropped: formatShare(droppedShare) });
  return [say('verdict.figures', { ...figures, rate: formatRate(summary.throughputPerSecond) }), redirectPhrase(summary)]
    .filter(Boolean)
    .join(' ');
}

function openingPhrase({ thresholds, state }: Finished): string {
  const broken = thresholds.filter((one) => !one.passed).length;
  if (broken > 0) return say('verdict.broken', { count: broken, of: thresholds.length });
  if (thresholds.length > 0) return say('verdict.holds', { count: thresholds.length });
  return say('verdict.ended', { state: nameOf(`state.${state}`) });
}
