import type { BareFinding } from '@plimsoll/contracts/story';
import { medianOf } from '../second/spans.ts';
import type { RatedSecond } from './rated-second.ts';
import type { StoryContext } from './story-context.ts';

/** More than this over what was planned and usual is a burst. */
const burst = 1.2;
/** The planned or usual count of so many seconds before. */
const seenSeconds = 10;
/** Chance: standard deviations of a count. */
const deviations = 4;
/** A backlog explains the burst if it is most of the requests beyond the plan. */
const explained = 0.8;

/** Where more was answered than was planned, because it had piled up before: no measure of what the target can carry. */
export function findBacklogBursts({ open, seconds }: StoryContext): BareFinding[] {
  if (!open) return [];
  const bursts: BareFinding[] = [];
  let going = false;
  for (const [at, one] of seconds.entries()) {
    const before = seconds[at - 1];
    const is = before !== undefined && isBurst(seconds, at, before);
    if (is && !going) {
      const backlog = before.inFlight + before.waiting;
      const figures = { goodPerSecond: one.goodRate, plannedPerSecond: one.plannedRate, backlog };
      bursts.push({ kind: 'backlog_burst', second: one.second, figures });
    }
    going = is;
  }
  return bursts.slice(0, 1);
}

function isBurst(seconds: readonly RatedSecond[], at: number, before: RatedSecond): boolean {
  const one = seconds[at] as RatedSecond;
  const recent = seconds.slice(Math.max(0, at - seenSeconds), at);
  const usual = medianOf(recent.map(({ goodRate }) => goodRate)) ?? 0;
  const level = Math.max(usual, one.plannedRate, ...recent.map(({ plannedRate }) => plannedRate));
  const excess = one.goodRate - level;
  return (
    one.goodRate > burst * level && excess > deviations * Math.sqrt(level + 1) && before.inFlight + before.waiting >= explained * excess
  );
}
