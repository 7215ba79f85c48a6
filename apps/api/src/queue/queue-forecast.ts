/** When the loads that wait can be expected to start: the queue played through, one load after another. Pure. */
import { fillPlaces, poolsOfPlaces, readRegions } from '@plimsoll/contracts/generators';
import type { QueueState, WaitedForWorker, WaitingLoad } from '@plimsoll/store/queue';

type MayMake = Pick<WaitingLoad, 'crew' | 'label'>;
type Needs = MayMake & Pick<WaitingLoad, 'generators'>;

/** Is a worker with these labels of a pool that a load asks for? */
function isOfPools(labels: readonly string[], pools: string | null): boolean {
  const regions = readRegions(pools);
  return regions.length > 0 ? regions.some(({ label }) => labels.includes(label)) : pools === null || labels.includes(pools);
}

/** A slot of a worker, and when it is free; `Infinity`: nobody knows. */
interface Slot {
  readonly worker: WaitedForWorker;
  freeAtMs: number;
}

/** The slots of all workers, busy with what is under way. A load past its time counts as over now. */
export function listSlots({ workers, underWay, now }: Pick<QueueState, 'workers' | 'underWay' | 'now'>): Slot[] {
  const nowMs = now.getTime();
  const slots = workers.flatMap((worker) => Array.from({ length: worker.slots }, (): Slot => ({ worker, freeAtMs: nowMs })));
  for (const load of underWay)
    for (const id of load.workers) {
      const idle = slots.find((slot) => slot.worker.id === id && slot.freeAtMs === nowMs);
      if (idle) idle.freeAtMs = load.endsAt === null ? Number.POSITIVE_INFINITY : Math.max(nowMs + 1, load.endsAt.getTime());
    }
  return slots;
}

/** The workers that may make this load: its crew, even while they drain, or those of its pool that take new loads. */
export function workersFor(workers: readonly WaitedForWorker[], { crew, label }: MayMake): WaitedForWorker[] {
  return workers.filter(({ id, labels, draining }) => (crew === null ? !draining && isOfPools(labels, label) : crew.includes(id)));
}

/** The slot that is free first on each worker that may make the load, the earliest first. */
function firstFree(slots: readonly Slot[], load: MayMake): Slot[] {
  const best = new Map<string, Slot>();
  for (const slot of slots) {
    if (workersFor([slot.worker], load).length === 0) continue;
    const known = best.get(slot.worker.id);
    if (!known || slot.freeAtMs < known.freeAtMs) best.set(slot.worker.id, slot);
  }
  return [...best.values()].sort((a, b) => a.freeAtMs - b.freeAtMs);
}

/** The slots of as many workers as the load needs, one in each place of its regions, those that are free first; fewer where there are too few. */
export function chooseSlots(slots: readonly Slot[], load: Needs): Slot[] {
  const best = firstFree(slots, load);
  if (load.crew !== null || readRegions(load.label).length === 0) return best.slice(0, load.generators);
  const pools = poolsOfPlaces(load.label, load.generators);
  const placed = fillPlaces(
    pools,
    pools.map(() => null),
    best.map(({ worker }) => worker),
  );
  return best.filter(({ worker }) => placed.includes(worker.id));
}

/**
 * The expected start of each waiting load, in their order; null: unknown. A load that needs several workers at once lets none
 * behind it begin before. An experiment counts with its next run only: what comes after that waits its turn again.
 */
export function expectedStarts(queue: QueueState): (Date | null)[] {
  const slots = listSlots(queue);
  let notBeforeMs = queue.now.getTime();
  return queue.waiting.map((load) => {
    const { generators, expectedDurationMs, blocked } = load;
    if (blocked) return null;
    const chosen = chooseSlots(slots, load);
    const last = chosen.at(-1);
    if (!last || chosen.length < generators) return null;
    const startMs = Math.max(notBeforeMs, last.freeAtMs);
    for (const slot of chosen) slot.freeAtMs = startMs + (expectedDurationMs ?? Number.POSITIVE_INFINITY);
    if (generators > 1) notBeforeMs = startMs;
    return Number.isFinite(startMs) ? new Date(startMs) : null;
  });
}
