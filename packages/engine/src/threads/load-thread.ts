/** A load thread: runs one partition of the load and posts its seconds to the thread that started it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Plan } from '@plimsoll/contracts/plan';
import type { EndReason } from '@plimsoll/contracts/run';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { RunClock } from '../pace/clock.ts';
import type { Partition } from '../pace/partition.ts';
import type { ThreadSample } from '../recording/thread-sample.ts';
import type { LoadEnd } from '../stopping/load-end.ts';
import { LeaseView } from '../stopping/send-lease.ts';
import { jitWarmUp } from './jit-warm-up.ts';
import { LoadLoop } from './load-loop.ts';

export interface ThreadData {
  readonly plan: Plan;
  readonly runId: string;
  readonly policy: TargetPolicy;
  /** The share of this thread: bytes of response bodies. */
  readonly keptBodiesBytes: number;
  readonly partition: Partition;
  /** The memory of a {@link SendLease}; null: the load needs none. */
  readonly lease: SharedArrayBuffer | null;
  /** The memory of the timer thread; null: the load needs none. */
  readonly timer: SharedArrayBuffer | null;
}
export type ToThread =
  | { readonly kind: 'start'; readonly startNs: bigint }
  | { readonly kind: 'stop'; readonly reason: EndReason; readonly ending: LoadEnding };
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'sample'; readonly sample: ThreadSample }
  | { readonly kind: 'end'; readonly end: LoadEnd };

if (parentPort && (workerData as ThreadData | null)?.plan) {
  const port = parentPort;
  const post = (message: FromThread) => port.postMessage(message);
  const clock = new RunClock();
  const task = workerData as ThreadData;
  let loop: LoadLoop | null = null;
  port.on('message', (message: ToThread) => {
    if (message.kind === 'stop') loop?.stop(message.reason, message.ending);
    else {
      clock.startAt(message.startNs);
      loop?.start();
    }
  });
  await jitWarmUp(task.plan, { timer: task.timer });
  // After the JIT warm-up: objects made before it have shapes that its compiled code does not fit.
  loop = new LoadLoop({ ...task, lease: new LeaseView(task.lease, clock), clock, emit: (sample) => post({ kind: 'sample', sample }) });
  loop.ended.then((end) => {
    post({ kind: 'end', end });
    port.close();
  });
  post({ kind: 'ready' });
}
