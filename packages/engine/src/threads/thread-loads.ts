/**
 * The loads of one thread: one, or several that are made together. They share time 0 and the pacer, and nothing else. The loops are made
 * after the JIT warm-up: objects made before it have shapes that its compiled code does not fit.
 */
import type { Plan } from '@plimsoll/contracts/plan';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import type { TurnPlan } from '@plimsoll/contracts/turns';
import { RunClock } from '../pace/clock.ts';
import type { Partition } from '../pace/partition.ts';
import { seededRandom } from '../pace/seeded-random.ts';
import type { ThreadSample } from '../recording/thread-sample.ts';
import type { LoadEnd } from '../stopping/load-end.ts';
import { LeaseView } from '../stopping/send-lease.ts';
import { jitWarmUp } from './jit-warm-up.ts';
import { LoadLoop, looksASecond } from './load-loop.ts';
import { openThreadPacer } from './thread-pacer.ts';

/** One of the loads that are made together. */
export interface ThreadLoad {
  readonly plan: Plan;
  readonly runId: string;
  readonly policy: TargetPolicy;
  readonly detour: string | null;
}

/** The loads of a process, as each of its threads makes a part of them. */
export interface ThreadTask {
  readonly loads: readonly ThreadLoad[];
  /** Of the order in which loads send what is due at once. */
  readonly seed: number;
  /** They take turns; null: they send at once. */
  readonly turns: TurnPlan | null;
  /** The share of each load of a thread: bytes of response bodies. */
  readonly keptBodiesBytes: number;
  /** The memory of a `SendLease`; null: the load needs none. */
  readonly lease: SharedArrayBuffer | null;
  /** The memory of the timer thread; null: the load needs none. */
  readonly timer: SharedArrayBuffer | null;
  /** The JIT warm-up takes what it takes, and not a share of the load's length. */
  readonly wholeWarmUp: boolean;
}

export interface ThreadLoads {
  /** Has an effect once. */
  start(startNs: bigint): void;
  /** How each of the loads is to end, by its place; one that is over stays so. */
  stop(ends: readonly LoadEnd[]): void;
}

/** Told by the load's place. */
export interface ThreadLoadsEvents {
  onSample(load: number, sample: ThreadSample): void;
  onEnd(load: number, end: LoadEnd): void;
}

export async function prepareThreadLoads(
  { loads, seed, turns, wholeWarmUp: whole, ...shared }: ThreadTask,
  partition: Partition,
  { onSample, onEnd }: ThreadLoadsEvents,
): Promise<ThreadLoads> {
  for (const { plan } of loads) await jitWarmUp(plan, { timer: shared.timer, whole, together: loads.length });
  const clock = new RunClock();
  const lease = new LeaseView(shared.lease, clock);
  const random = seededRandom(seed + partition.index);
  const loops: LoadLoop[] = [];
  const open = loads.some(({ plan }) => plan.load.model === 'open');
  const pacer = openThreadPacer({ clock, timer: shared.timer, open, lookUs: 1e6 / looksASecond, random, loops });
  let left = loads.length;
  for (const [place, load] of loads.entries()) {
    const seat = loads.length > 1 && !turns ? { place, of: loads.length, seed: seed + partition.index } : null;
    const ofSide = turns && { ...turns, side: place };
    const loop = new LoadLoop({
      ...load,
      ...shared,
      seat,
      turns: ofSide,
      lease,
      partition,
      clock,
      pacer,
      emit: (sample) => onSample(place, sample),
    });
    loops.push(loop);
    loop.ended.then((end) => {
      if (--left === 0) pacer.close();
      onEnd(place, end);
    });
  }
  if (open) keepYoungObjects();
  return {
    start(startNs) {
      clock.startAt(startNs);
      // The first request of each is due at time 0.
      for (const loop of random() < 0.5 ? loops : loops.toReversed()) loop.start();
    },
    stop(ends) {
      loops.forEach((loop, place) => {
        const end = ends[place];
        if (end) loop.stop(end.reason, end.ending);
      });
    },
  };
}

/**
 * What the loads are made of leaves the young generation (at the second collection that it survives), which is empty then: the first collection
 * in the load took up to 7 ms to copy it. A collection of the whole heap would throw away the code that the JIT warm-up compiled.
 */
function keepYoungObjects(): void {
  for (let survived = 0; survived < 2; survived++) globalThis.gc?.({ type: 'minor' });
}
