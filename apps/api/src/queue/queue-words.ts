/** Why a load waits, read from the queue. It tells a number about other teams and nothing else. */
import { findLack, readRegions } from '@plimsoll/contracts/generators';
import type { QueueState, WaitingLoad } from '@plimsoll/store/queue';
import { type Ahead, type Busy, type Waiting, waitingSentence } from '@plimsoll/wording/waiting-sentence';
import { chooseSlots, listSlots, workersFor } from './queue-forecast.ts';

/** Counts the loads that go first, from the place in the queue (from 0): a load that only other workers may make takes nothing away. */
function countAhead({ waiting, workers }: QueueState, place: number): Ahead | null {
  const ofPool = (label: string | null) => workersFor(workers, { crew: null, label });
  const own = new Set(ofPool(waiting[place]?.label ?? null));
  const ahead = waiting.slice(0, place).filter(({ label }) => label === null || ofPool(label).some((worker) => own.has(worker)));
  return ahead.length === 0 ? null : { loads: ahead.length, others: ahead.filter(({ ours }) => ours === null).length };
}

/** Until as many of these workers are free as it needs, looking only at what is under way. Null: they are free now. */
function describeBusy(queue: QueueState, load: WaitingLoad, timezone: string | undefined): Busy | null {
  const freeAtMs = chooseSlots(listSlots(queue), load)[load.generators - 1]?.freeAtMs ?? Number.POSITIVE_INFINITY;
  const nowMs = queue.now.getTime();
  if (freeAtMs <= nowMs) return null;
  return {
    workers: load.crew === null ? workersFor(queue.workers, load).length : queue.workers.length,
    label: load.label,
    needed: load.generators,
    pinned: load.crew !== null,
    untilMs: Number.isFinite(freeAtMs) ? freeAtMs : null,
    nowMs,
    timezone,
  };
}

/** Names the workers it lacks; null: enough are online. */
function describeMissing({ workers }: QueueState, load: WaitingLoad): Waiting | null {
  const { label, generators: needed } = load;
  if (workers.length === 0) return { kind: 'noWorker' };
  const { length: online } = workersFor(workers, load);
  const regions = load.crew === null ? readRegions(label) : [];
  if (regions.length > 0) {
    const lack = findLack(regions, workersFor(workers, load));
    if (!lack) return null;
    if (lack.most === 0) return { kind: 'noWorkerOfPool', label: lack.label };
    // Where other regions need its workers, all of them are too few.
    return lack.most < lack.n
      ? { kind: 'tooFewWorkers', needed: lack.n, online: lack.most, label: lack.label }
      : { kind: 'tooFewWorkers', needed, online: lack.filled, label };
  }
  if (online >= needed) return null;
  const { length: others } = workersFor(workers, { ...load, crew: null });
  if (load.crew !== null && others >= needed) return { kind: 'workerGone' };
  if (others > 0) return { kind: 'tooFewWorkers', needed, online, label };
  return label === null ? { kind: 'allDrain' } : { kind: 'noWorkerOfPool', label };
}

/** `mostUnderWay`: runs of a team at once. */
export function waitsFor(queue: QueueState, place: number, mostUnderWay: number, timezone: string | undefined): string {
  const load = queue.waiting[place];
  if (!load) throw new RangeError(`nothing waits at place ${place}`);
  const missing = describeMissing(queue, load);
  if (missing && load.scales && load.crew === null) {
    // While all load is held no pool is asked for workers.
    if (queue.held) return waitingSentence({ kind: 'held' });
    const workers = workersFor(queue.workers, load);
    const online = findLack(readRegions(load.label), workers)?.filled ?? workers.length;
    const { seconds, late } = load.scales;
    return waitingSentence({ kind: late ? 'workersLate' : 'workersComing', needed: load.generators, online, seconds });
  }
  if (missing) return waitingSentence(missing);
  if (queue.held) return waitingSentence({ kind: 'held' });
  const ahead = countAhead(queue, place);
  if (load.blocked) return waitingSentence({ kind: 'behindExperiment', name: load.behind ?? '', ahead });
  const underWay = queue.underWay.filter(({ ours }) => ours).length;
  if (underWay >= mostUnderWay) return waitingSentence({ kind: 'cap', underWay, cap: mostUnderWay, ahead });
  if (load.heldBack !== null && load.heldBack !== 'team') return waitingSentence({ kind: 'heldBack', by: load.heldBack });
  const busy = describeBusy(queue, load, timezone);
  if (busy) return waitingSentence({ kind: 'busy', busy, ahead });
  return waitingSentence(ahead === null ? { kind: 'soon' } : { kind: 'ahead', ahead });
}
