/** Why a load waits, in one sentence. Of other teams it tells a number and nothing else. */
import type { QueueState, WaitingLoad } from '@plimsoll/store/queue';
import { firstFree, slotsOf } from './queue-forecast.ts';

const dayMs = 20 * 3_600_000;

/** "23:14", with the day where it is further away; UTC says so, any other zone is the reader's own. */
export function clockTime(at: Date, now: Date, timezone: string | undefined): string {
  const far = at.getTime() - now.getTime() > dayMs;
  const text = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone ?? 'UTC',
    ...(far ? { day: 'numeric', month: 'short' } : {}),
  }).format(at);
  return timezone === undefined ? `${text} UTC` : text;
}

function loads(count: number): string {
  return count === 1 ? '1 load' : `${count} loads`;
}

/** What goes first, from the place in the queue (from 0). */
function aheadOf(waiting: readonly WaitingLoad[], place: number): string | null {
  const ahead = waiting.slice(0, place);
  if (ahead.length === 0) return null;
  const others = ahead.filter(({ ours }) => ours === null).length;
  const go = ahead.length === 1 ? 'goes' : 'go';
  if (others === 0) return `${loads(ahead.length)} ${go} first`;
  if (others === ahead.length) return `${loads(others)} of other teams ${go} first`;
  return `${loads(ahead.length)} go first, ${others} of other teams`;
}

/** When as many of these workers are free as it needs, looking only at what is under way. Null: now. */
function busyUntil(queue: QueueState, load: WaitingLoad): number | null {
  const free = firstFree(slotsOf(queue), load.pinnedWorker)[load.generators - 1]?.freeAtMs ?? Number.POSITIVE_INFINITY;
  return free <= queue.now.getTime() ? null : free;
}

function workersBusy(queue: QueueState, load: WaitingLoad, until: string): string {
  const { length: count } = queue.workers;
  if (load.pinnedWorker !== null && count > 1) return `The worker that makes this experiment's runs is busy ${until}`;
  if (load.generators > 1) return `It needs ${load.generators} workers at once, and too many of ${count} are busy ${until}`;
  if (count === 1) return `One worker, busy ${until}`;
  return `${count === 2 ? 'Two workers, both' : `${count} workers, all`} busy ${until}`;
}

/** `mostUnderWay`: runs of a team at once. */
export function waitsFor(queue: QueueState, place: number, mostUnderWay: number, timezone: string | undefined): string {
  const load = queue.waiting[place];
  if (!load) throw new RangeError(`nothing waits at place ${place}`);
  const { length: online } = queue.workers;
  if (online === 0) return 'No worker is online: start one.';
  if (load.generators > online) return `It needs ${load.generators} workers at once, and ${online} ${online === 1 ? 'is' : 'are'} online.`;
  if (load.pinnedWorker !== null && !queue.workers.some(({ id }) => id === load.pinnedWorker))
    return 'Its worker is gone: another takes over within some seconds.';
  if (load.blocked) return `The experiment “${load.behind ?? ''}” of the same person is made first.`;
  const underWay = queue.underWay.filter(({ ours }) => ours).length;
  if (underWay >= mostUnderWay) return `The team has ${loads(underWay)} under way, and ${mostUnderWay} is its cap.`;
  const ahead = aheadOf(queue.waiting, place);
  const freeAtMs = busyUntil(queue, load);
  if (freeAtMs === null) return ahead === null ? 'It starts in a moment.' : `${capitalised(ahead)}.`;
  const until = Number.isFinite(freeAtMs) ? `until about ${clockTime(new Date(freeAtMs), queue.now, timezone)}` : 'with no known end';
  return [workersBusy(queue, load, until), ...(ahead === null ? [] : [ahead])].join('; ').concat('.');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
