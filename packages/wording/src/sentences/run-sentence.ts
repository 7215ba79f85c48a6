/** A finished run in one line: held or not, then how much, how fast, how many errors. */

import { commonestFailure, isAnswered, judgeFailure } from '@plimsoll/contracts/failure';
import { leadingTime } from '@plimsoll/contracts/leading-time';
import { redirectStatuses } from '@plimsoll/contracts/redirect';
import type { Run } from '@plimsoll/contracts/run';
import type { StreamsOfPlan } from '@plimsoll/contracts/streaming';
import type { Summary } from '@plimsoll/contracts/summary';
import type { Tone } from '@plimsoll/contracts/verdict';
import { type CountedAs, countedAs } from '../counted-as.ts';
import { metricShortWords } from '../en/names.ts';
import { failureAdviceWords, runVerdictWords } from '../en/run/run-verdict.ts';
import { formatShortCount } from '../figures/number.ts';
import { countPerSecond, formatRate } from '../figures/rate.ts';
import { formatShare } from '../figures/share.ts';
import { formatLength, formatUs } from '../figures/time.ts';
import { errorName } from '../names.ts';
import { insideSentence, runStateWord, stateWord } from '../run-state.ts';
import { isSaid } from '../words.ts';
import { paragraph } from './list.ts';

/** Dropped share from which on it leads the sentence: below it the load was sent as planned. */
const tellingShare = 0.01;

type Finished = Pick<Run, 'state' | 'stateReason' | 'ending' | 'summary' | 'thresholds'>;
/** The part of a plan, or of what a share shows of it, that says what is counted, and which time speaks for it. */
export type ToldPlan = Parameters<typeof countedAs>[0] & StreamsOfPlan;

export interface RunVerdict {
  /** Held or not, and whether it failed. */
  readonly lead: string;
  /** Is `lead` no more than the word for its state? */
  readonly namesState: boolean;
  /** Why it ended, then how much, how fast, how many errors. */
  readonly rest: string;
  readonly tone: Tone;
}

export function runSentence({ plan, ...run }: Finished & { readonly plan: ToldPlan }): string {
  const { lead, rest } = runVerdict(run, reasonBesides(run), plan);
  return `${lead} ${rest}`;
}

/** The first thing that is said of a finished run. `reason`: why it ended. */
export function runVerdict(run: Finished, reason: string | null, plan: ToldPlan): RunVerdict {
  const { state, stateReason, summary, thresholds } = run;
  const failed = runStateWord(run);
  if (!summary || (summary.requests === 0 && failed.tone === null)) {
    const tone = state === 'completed' ? 'even' : 'bad';
    return { lead: runVerdictWords.ended({ state: stateWord(run) }), namesState: true, rest: stateReason ?? runVerdictWords.nothing, tone };
  }
  const count = thresholds.filter((one) => !one.passed).length;
  // The end that names the one threshold says that it failed.
  const naming = thresholds.length === 1 && count === 1 && run.ending?.kind === 'thresholdBroken' ? reason : null;
  const broken = count > 0 ? (naming ?? failedThresholds(count, thresholds.length)) : null;
  const nothingGood = failed.tone === 'bad';
  const rest = [
    nothingGood ? broken : null,
    naming ? null : reason,
    nothingGood ? failedFigures(summary, plan) : runFigures(summary, plan, !broken && thresholds.length === 0),
  ];
  const said = { rest: paragraph(rest), namesState: nothingGood || (!broken && thresholds.length === 0) };
  if (nothingGood) return { ...said, lead: runVerdictWords.ended({ state: failed.text }), tone: 'bad' };
  if (broken) return { ...said, lead: broken, tone: 'bad' };
  const lead = thresholds.length > 0 ? passedThresholds(thresholds.length) : runVerdictWords.ended({ state: failed.text });
  return { ...said, lead, tone: failed.tone ?? (thresholds.length > 0 ? 'good' : 'even') };
}

function failedThresholds(failed: number, of: number): string {
  return of === 1 ? runVerdictWords.onlyFailed : runVerdictWords.failed({ failed, of });
}

function passedThresholds(of: number): string {
  if (of === 1) return runVerdictWords.onlyPasses;
  return of === 2 ? runVerdictWords.bothPass : runVerdictWords.allPass({ of });
}

/** Advice where nothing was good; null elsewhere, and where there is nothing to read. */
export function failureAdvice(summary: Summary | null): string | null {
  const failure = judgeFailure(summary);
  if (!summary || failure === null || failure === 'many_failed') return null;
  const cause = commonestFailure(summary) ?? '';
  const kind = /^\d+$/.test(cause) ? `status${cause}` : cause;
  if (isSaid(failureAdviceWords, kind)) return failureAdviceWords[kind];
  return summary.errors.some(({ example }) => example !== null) ? failureAdviceWords.rest : null;
}

/** The reason for a run's end, to follow the name of its state, which some reasons begin with; null where its state says all. */
export function reasonBesides(run: Pick<Run, 'state' | 'stateReason' | 'ending'>): string | null {
  const { state, stateReason } = run;
  if (state === 'completed' || stateReason === null) return null;
  const lead = `${stateWord(run)}: `;
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
  return redirectTo ? runVerdictWords.redirectsTo({ ...figures, location: redirectTo }) : runVerdictWords.redirects(figures);
}

function amount(summary: Summary, { context }: CountedAs): { requests: string; length: string } {
  const requests = runVerdictWords[context ?? 'requests']({ count: summary.requests, text: formatShortCount(summary.requests) });
  return { requests, length: formatLength(summary.durationMs) };
}

/** Where nothing was good, which stands before it. */
function failedFigures(summary: Summary, plan: ToldPlan): string {
  return runVerdictWords.amount(amount(summary, countedAs(plan)));
}

/** The kind of more than half of the failures. */
function causePhrase({ errors, failed }: Summary): string {
  const [first] = errors.filter(({ count }) => 2 * count > failed);
  if (!first) return '';
  return runVerdictWords[first.count >= failed ? 'cause' : 'mostly']({ cause: insideSentence(errorName(first.kind)) });
}

/** How much, how fast, how many errors. `shareSaid`: the share that failed stands before it. */
export function runFigures(summary: Summary, plan: ToldPlan, shareSaid = false): string {
  const counted = countedAs(plan);
  const { requests, length } = amount(summary, counted);
  if (!isAnswered(summary)) return runVerdictWords.unanswered({ requests, length });
  const { droppedShare, goodputPerSecond } = summary;
  const { metric, us } = leadingTime(summary, plan);
  // A time that was not measured is not named.
  const timed = (text: (figures: { metric: string; time: string }) => string) =>
    us === null ? '' : text({ metric: metricShortWords[metric], time: formatUs(us) });
  const figures = {
    requests,
    length,
    time: timed(runVerdictWords.time),
    errors: summary.failed === 0 ? runVerdictWords.noErrors : runVerdictWords.errors({ share: formatShare(summary.errorRate) }),
  };
  // Where planned and sent differ, percentiles are of what was sent, and say little by themselves.
  if (droppedShare !== null && droppedShare >= tellingShare && goodputPerSecond !== null) {
    const shares = { ...counted, goodput: formatRate(goodputPerSecond), dropped: formatShare(droppedShare) };
    return runVerdictWords.shortOfPlan({ ...figures, ...shares, time: timed(runVerdictWords.timeOfSent) });
  }
  const failedPerSecond = countPerSecond(summary.failed, summary);
  if (judgeFailure(summary) !== null && goodputPerSecond !== null && failedPerSecond !== null)
    return runVerdictWords.manyFailed({
      ...figures,
      goodput: formatRate(goodputPerSecond),
      failed: formatRate(failedPerSecond),
      cause: causePhrase(summary),
      share: shareSaid ? '' : runVerdictWords.share({ share: formatShare(summary.errorRate) }),
    });
  return paragraph([runVerdictWords.figures({ ...figures, rate: formatRate(summary.throughputPerSecond) }), redirectPhrase(summary)]);
}
