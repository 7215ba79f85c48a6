import type { BareFinding } from '@plimsoll/contracts/story';
import type { RatedSecond } from './rated-second.ts';
import { isBehind } from './sent-left-planned.ts';
import { findOnset, findSpans } from './spans.ts';
import type { StoryContext } from './story-context.ts';

/** So many failures are no accident … */
const leastShare = 0.1;
const leastSeconds = 3;
/** … and they began where failures first were more than single ones. */
const onsetShare = 0.01;
/** Failing takes less than this share of what a good answer takes. */
const fastShare = 0.5;

/** Where the target began to fail faster than it answers; did that free the generator's connections? */
export function findFailingFast({ seconds, open }: StoryContext): BareFinding[] {
  const goodUs = lastGoodTimes(seconds);
  const places = seconds.map((second, at) => ({ second, at }));
  const isFast = ({ second, at }: (typeof places)[number], share: number) => {
    const { failed, failedTimeUs, done } = second;
    const good = goodUs[at] ?? null;
    return failed > share * (failed + done) && (good === null || failedTimeUs / failed < fastShare * good);
  };
  const [span] = findSpans(places, leastSeconds, (one) => isFast(one, leastShare));
  if (!span) return [];
  const from = findOnset(places, span.from, (one) => isFast(one, onsetShare));
  const lasting = seconds.slice(from, span.to);
  const total = (of: (second: RatedSecond) => number) => lasting.reduce((sum, second) => sum + of(second), 0);
  const [done, failed, planned] = [total((one) => one.done), total((one) => one.failed), total((one) => one.planned)];
  const figures = {
    failedTimeUs: total((one) => one.failedTimeUs) / failed,
    goodTimeUs: done > 0 ? total((one) => one.doneTimeUs) / done : (goodUs[from] ?? null),
    failedShare: failed / (done + failed),
    sentShare: planned > 0 ? Math.min(1, total((one) => one.sent) / planned) : 1,
    heldBackBefore: open && seconds.slice(0, from).some((one) => isBehind(one)),
  };
  return [{ kind: 'failing_fast', second: (seconds[from] as RatedSecond).second, figures }];
}

/** Mean time of good answers in each second, or in the last one before that had any. */
function lastGoodTimes(seconds: readonly RatedSecond[]): (number | null)[] {
  let last: number | null = null;
  return seconds.map(({ done, doneTimeUs }) => {
    if (done > 0) last = doneTimeUs / done;
    return last;
  });
}
