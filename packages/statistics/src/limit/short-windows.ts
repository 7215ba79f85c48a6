/** Windows of an open load in which less was sent than was due. */
import type { MeasuredSecond } from './measured-second.ts';

export const windowSeconds = 5;
/** A window in which less than this was sent is short. */
export const leastSent = 0.99;
/** Slots are busy if they were taken for this share of the time: one or two are always between two requests. */
const nearlyAll = 0.9;

export interface ShortWindow {
  readonly share: number;
  readonly planned: number;
  readonly sent: number;
  /** Its seconds, by rising second, also those in which all was sent. */
  readonly seconds: readonly MeasuredSecond[];
}

export function busyShare({ busySlotMs, slots, lengthMs }: MeasuredSecond): number {
  return slots > 0 && lengthMs > 0 ? busySlotMs / (slots * lengthMs) : 0;
}

/** Due requests found every slot taken, and slots were taken nearly all the time. */
function areSlotsBusy(second: MeasuredSecond | undefined): boolean {
  return second !== undefined && second.blocked > 0 && busyShare(second) >= nearlyAll;
}

/** The seconds with busy slots, and those beside them in which slots filled or came free. */
export function findBusySeconds(seconds: readonly MeasuredSecond[]): ReadonlySet<MeasuredSecond> {
  return new Set(seconds.filter((one, at) => one.blocked > 0 && [seconds[at - 1], one, seconds[at + 1]].some(areSlotsBusy)));
}

/** A request due at the very end may be sent just after it: one is forgiven. */
export function findShortWindows(seconds: readonly MeasuredSecond[]): ShortWindow[] {
  const size = Math.min(windowSeconds, seconds.length);
  const found: ShortWindow[] = [];
  for (let start = 0; size > 0 && start + size <= seconds.length; start++) {
    const window = seconds.slice(start, start + size);
    const planned = window.reduce((sum, s) => sum + s.planned, 0);
    const sent = window.reduce((sum, s) => sum + s.sent, 0);
    const share = planned > 0 ? sent / planned : 1;
    if (planned - sent <= 1 || share >= leastSent) continue;
    found.push({ share, planned, sent, seconds: window });
  }
  return found;
}
