/** Why a load waits, read from the queue. Of other teams it tells a number and nothing else. */
import type { QueueState, WaitingLoad } from '@plimsoll/store/queue';
import { type Ahead, type Busy, waitingSentence } from '@plimsoll/wording/waiting-sentence';
import { firstFree, listSlots } from './queue-forecast.ts';

/** What goes first, from the place in the queue (from 0). */
function countAhead(waiting: readonly WaitingLoad[], place: number): Ahead | null {
  const ahead = waiting.slice(0, place);
  return ahead.length === 0 ? null : { loads: ahead.length, others: ahead.filter(({ ours }) => ours === null).length };
}

/** Until as many of these workers are free as it needs, looking only at what is under way. Null: they are free now. */
function describeBusy(queue: QueueState, load: WaitingLoad, timezone: string | undefined): Busy | null {
  const freeAtMs = firstFree(listSlots(queue), load.pinnedWorker)[load.generators - 1]?.freeAtMs ?? Number.POSITIVE_INFINITY;
  const nowMs = queue.now.getTime();
  if (freeAtMs <= nowMs) return null;
  return {
    workers: queue.workers.length,
    needed: load.generators,
    pinned: load.pinnedWorker !== null,
    untilMs: Number.isFinite(freeAtMs) ? freeAtMs : null,
    nowMs,
    timezone,
  };
}

/** `mostUnderWay`: runs of a team at once. */
export function waitsFor(queue: QueueState, place: number, mostUnderWay: number, timezone: string | undefined): string {
  const load = queue.waiting[place];
  if (!load) throw new RangeError(`nothing waits at place ${place}`);
  const { length: online } = queue.workers;
  if (online === 0) return waitingSentence({ kind: 'noWorker' });
  if (load.generators > online) return waitingSentence({ kind: 'tooFewWorkers', needed: load.generators, online });
  if (load.pinnedWorker !== null && !queue.workers.some(({ id }) => id === load.pinnedWorker))
    return waitingSentence({ kind: 'workerGone' });
  if (queue.held) return waitingSentence({ kind: 'held' });
  if (load.blocked) return waitingSentence({ kind: 'behindExperiment', name: load.behind ?? '' });
  const underWay = queue.underWay.filter(({ ours }) => ours).length;
  if (underWay >= mostUnderWay) return waitingSentence({ kind: 'cap', underWay, cap: mostUnderWay });
  if (load.heldBack !== null && load.heldBack !== 'team') return waitingSentence({ kind: 'heldBack', by: load.heldBack });
  const ahead = countAhead(queue.waiting, place);
  const busy = describeBusy(queue, load, timezone);
  if (busy) return waitingSentence({ kind: 'busy', busy, ahead });
  return waitingSentence(ahead === null ? { kind: 'soon' } : { kind: 'ahead', ahead });
}
