/** A thread group of one: the load loop runs in this thread. */

import { RunClock, startIn } from '../pace/clock.ts';
import type { Partition } from '../pace/partition.ts';
import type { ThreadSample } from '../recording/thread-sample.ts';
import { type LoadEnd, setUpFailed } from '../stopping/load-end.ts';
import { LeaseView } from '../stopping/send-lease.ts';
import { jitWarmUp } from './jit-warm-up.ts';
import { LoadLoop } from './load-loop.ts';
import type { ThreadGroup, ThreadTask } from './thread-group.ts';

/** From the order to start to the start. */
const leadMs = 5;

/** The loop is made after the JIT warm-up: objects made before it have shapes that its compiled code does not fit. */
export function createSingleThread(task: ThreadTask, partition: Partition, emit: (sample: ThreadSample) => void): ThreadGroup {
  const clock = new RunClock();
  const { promise: ended, resolve } = Promise.withResolvers<LoadEnd>();
  let loop: LoadLoop | null = null;
  let stopped = false;
  const ready = new Promise<void>((markReady) => {
    const make = () => {
      if (stopped) return;
      loop = new LoadLoop({ ...task, lease: new LeaseView(task.lease, clock), partition, clock, emit });
      loop.ended.then(resolve);
      markReady();
    };
    jitWarmUp(task.plan, { timer: task.timer })
      .then(make)
      .catch((error) => resolve(setUpFailed(error)));
  });
  return {
    ready,
    ended,
    start(startNs) {
      clock.startAt(startNs ?? startIn(leadMs));
      loop?.start();
    },
    stop(reason, ending) {
      stopped = true;
      if (loop) loop.stop(reason, ending);
      else resolve({ reason, ending });
    },
  };
}
