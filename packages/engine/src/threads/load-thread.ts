/** A load thread: runs one partition of the loads and posts their seconds to the thread that started it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Partition } from '../pace/partition.ts';
import type { ThreadSample } from '../recording/thread-sample.ts';
import type { LoadEnd } from '../stopping/load-end.ts';
import { prepareThreadLoads, type ThreadLoads, type ThreadTask } from './thread-loads.ts';

export interface ThreadData extends ThreadTask {
  readonly partition: Partition;
}
export type ToThread = { readonly kind: 'start'; readonly startNs: bigint } | { readonly kind: 'stop'; readonly ends: readonly LoadEnd[] };
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'sample'; readonly load: number; readonly sample: ThreadSample }
  | { readonly kind: 'end'; readonly load: number; readonly end: LoadEnd };

if (parentPort && (workerData as ThreadData | null)?.loads) {
  const port = parentPort;
  const post = (message: FromThread) => port.postMessage(message);
  const { partition, ...task } = workerData as ThreadData;
  let loads: ThreadLoads | null = null;
  port.on('message', (message: ToThread) => {
    if (message.kind === 'stop') loads?.stop(message.ends);
    else loads?.start(message.startNs);
  });
  let left = task.loads.length;
  loads = await prepareThreadLoads(task, partition, {
    onSample: (load, sample) => post({ kind: 'sample', load, sample }),
    onEnd(load, end) {
      post({ kind: 'end', load, end });
      if (--left === 0) port.close();
    },
  });
  post({ kind: 'ready' });
}
