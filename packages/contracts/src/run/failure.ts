/**
 * How far a run failed: the one judgement that state words, sentences, tiles, lists, sweeps, shares and pictures read. The `state` of a
 * run says only how it ended.
 */
import { unansweredKinds, unconnectedKinds } from './outcome.ts';
import type { Summary } from './summary.ts';

/** From this share of the finished requests on, failures lead what is said of a run. */
const tellingFailedShare = 0.05;

/** `unanswered`: the target answered no request. `all_failed`: it answered, and no answer was good. `many_failed`: a telling share failed. */
type Failure = 'unanswered' | 'all_failed' | 'many_failed';

/** Did the target answer anything? Connections that nobody took end thousands of times a second: that is no throughput. */
export function isAnswered({ outcomes }: Pick<Summary, 'outcomes'>): boolean {
  return (outcomes.response ?? 0) + (outcomes.check_failed ?? 0) > 0;
}

/** Null where nothing was sent, where few or none failed, and where it is not known. */
export function judgeFailure(summary: Pick<Summary, 'sent' | 'outcomes' | 'errorRate'> | null): Failure | null {
  if (!summary || summary.sent === 0) return null;
  return isAnswered(summary) ? judgeFailedShare(summary.errorRate) : 'unanswered';
}

/** Something was sent, and nothing was good: such a run measures nothing. */
export function isNothingGood(summary: Parameters<typeof judgeFailure>[0]): boolean {
  return ['unanswered', 'all_failed'].includes(judgeFailure(summary) ?? '');
}

/** Judges runs of which only the share of failed requests is known. */
export function judgeFailedShare(errorRate: number | null): Exclude<Failure, 'unanswered'> | null {
  if (errorRate === null || errorRate < tellingFailedShare) return null;
  return errorRate === 1 ? 'all_failed' : 'many_failed';
}

/** The commonest kind of failure, a status or an outcome; null where it is not known. */
export function commonestFailure({ outcomes, errors }: Pick<Summary, 'outcomes' | 'errors'>): string | null {
  const groups = isAnswered({ outcomes }) ? errors : unansweredKinds.map((kind) => ({ kind, count: outcomes[kind] ?? 0 }));
  const [first] = groups.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return first?.kind ?? null;
}

/** Did every request end before it had a connection? Then the stamp has no other reason than this, and no figure is of the target. */
export function isUnconnected({ requests, outcomes }: Pick<Summary, 'requests' | 'outcomes'>): boolean {
  return requests > 0 && unconnectedKinds.reduce((sum, kind) => sum + (outcomes[kind] ?? 0), 0) >= requests;
}
