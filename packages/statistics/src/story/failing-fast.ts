import { timeoutMs } from '@plimsoll/contracts/request-timeout';
import type { BareFinding } from '@plimsoll/contracts/story';
import { findOnset, findSpans } from '../second/spans.ts';
import type { RatedSecond } from './rated-second.ts';
import { isBehind } from './sent-left-planned.ts';
import type { StoryContext } from './story-context.ts';

/** So many failures are no accident … */
const leastShare = 0.1;
const leastSeconds = 3;
/** … and they began where failures first were more than single ones. */
const onsetShare = 0.01;
/** Failing takes less than this share of what a good answer takes. */
const fastShare = 0.5;
/** Where nothing was good before, fast is what people feel as at once (J. Nielsen, Usability Engineering, 1993): 0.1 s. */
const atOnceUs = 100_000;

/** Failures of a second that ended without a timeout, and the time they took. */
interface Failures {
  readonly second: RatedSecond;
  readonly quick: number;
  readonly quickUs: number;
  /** Mean time of good answers in this second, or in the last one before that had any; null where none had. */
  readonly goodUs: number | null;
}

/** Where the target began to fail faster than it answers; did that free the generator's connections? */
export function findFailingFast({ plan, seconds, open }: StoryContext): BareFinding[] {
  const failures = listFailures(seconds, timeoutMs(plan) * 1000);
  const isFast = ({ second, quick, quickUs, goodUs }: Failures, share: number) =>
    quick > share * (second.failed + second.done) && quickUs / quick < (goodUs === null ? atOnceUs : fastShare * goodUs);
  const [span] = findSpans(failures, leastSeconds, (one) => isFast(one, leastShare));
  if (!span) return [];
  const from = findOnset(failures, span.from, (one) => isFast(one, onsetShare));
  const lasting = failures.slice(from, span.to);
  const total = (of: (one: Failures) => number) => lasting.reduce((sum, one) => sum + of(one), 0);
  const [done, failed, quick] = [total(({ second }) => second.done), total(({ second }) => second.failed), total((one) => one.quick)];
  const planned = total(({ second }) => second.planned);
  const figures = {
    failedTimeUs: total(({ quickUs }) => quickUs) / quick,
    goodTimeUs: done > 0 ? total(({ second }) => second.doneTimeUs) / done : (lasting[0]?.goodUs ?? null),
    failedShare: quick / (done + failed),
    sentShare: planned > 0 ? Math.min(1, total(({ second }) => second.sent) / planned) : 1,
    heldBackBefore: open && seconds.slice(0, from).some((one) => isBehind(one)),
  };
  return [{ kind: 'failing_fast', second: (seconds[from] as RatedSecond).second, figures }];
}

/**
 * A timeout is not fast, and is counted out with the time that was waited for it. How long a connection was tried in vain is not known by
 * itself: those are counted out alone, so that the rest seems slower than it was, and less is called fast.
 */
function listFailures(seconds: readonly RatedSecond[], timeoutUs: number): Failures[] {
  let goodUs: number | null = null;
  return seconds.map((second) => {
    const { done, doneTimeUs, failed, failedTimeUs, outcomes } = second;
    if (done > 0) goodUs = doneTimeUs / done;
    const { timeout = 0, connect_timeout: unconnected = 0 } = outcomes;
    const quick = Math.max(0, failed - timeout - unconnected);
    return { second, quick, quickUs: Math.max(0, failedTimeUs - timeout * timeoutUs), goodUs };
  });
}
