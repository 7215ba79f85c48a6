/** A thread group of one: the load loops run in this thread. */

import { startIn } from '../pace/clock.ts';
import type { Partition } from '../pace/partition.ts';
import { type LoadEnd, setUpFailed } from '../stopping/load-end.ts';
import { type EmitSample, endsOfAll, isNatural, type ThreadGroup } from './thread-group.ts';
import { prepareThreadLoads, type ThreadLoads, type ThreadTask } from './thread-loads.ts';

/** From the order to start to the start. */
const leadMs = 5;
const stoppedBefore: LoadEnd = { reason: 'stopped', ending: { kind: 'stopped' } };

export function createSingleThread(task: ThreadTask, partition: Partition, emit: EmitSample): ThreadGroup {
  const count = task.loads.length;
  const { promise: ended, resolve } = Promise.withResolvers<readonly LoadEnd[]>();
  const { promise: ready, resolve: markReady } = Promise.withResolvers<void>();
  const ends: LoadEnd[] = [];
  let loads: ThreadLoads | null = null;
  let stopped = false;
  const stop = (end: LoadEnd, of?: number) => {
    if (stopped) return;
    stopped = true;
    if (loads) loads.stop(endsOfAll(count, end, of));
    else resolve(endsOfAll(count, end, of));
  };
  const onEnd = (load: number, end: LoadEnd) => {
    ends[load] = end;
    if (!isNatural(end)) stop(end, load);
    if (Object.keys(ends).length === count) resolve(ends);
  };
  prepareThreadLoads(task, partition, { onSample: emit, onEnd })
    .then((prepared) => {
      loads = prepared;
      if (stopped) loads.stop(endsOfAll(count, stoppedBefore));
      else markReady();
    })
    .catch((error) => stop(setUpFailed(error)));
  return { ready, ended, start: (startNs) => stopped || loads?.start(startNs ?? startIn(leadMs)), stop };
}
