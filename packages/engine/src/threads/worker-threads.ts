/** A thread group of several: each worker thread runs a load loop for its partition. */
import { Worker } from 'node:worker_threads';
import type { EndReason } from '@plimsoll/contracts/run';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import { startIn } from '../pace/clock.ts';
import type { Partition } from '../pace/partition.ts';
import type { ThreadSample } from '../recording/thread-sample.ts';
import { describeError, type LoadEnd } from '../stopping/load-end.ts';
import type { FromThread, ThreadData, ToThread } from './load-thread.ts';
import type { ThreadGroup, ThreadTask } from './thread-group.ts';
import { ThreadMerger } from './thread-merger.ts';

/** From the order to start to the start. */
const leadMs = 30;
/** Ends by the plan: the other threads go on to theirs. Any other reason ends the whole run. */
const naturalEnds: ReadonlySet<EndReason> = new Set(['requests', 'duration', 'stages']);

/** Starts a worker thread for each partition. */
export function createWorkerThreads(task: ThreadTask, partitions: readonly Partition[], emit: (sample: ThreadSample) => void): ThreadGroup {
  const threads = partitions.length;
  const merge = new ThreadMerger(threads, emit);
  const ends: LoadEnd[] = [];
  let ready = 0;
  let over = 0;
  let stopped: LoadEnd | null = null;
  const { promise, resolve } = Promise.withResolvers<LoadEnd>();
  const { promise: allReady, resolve: markReady } = Promise.withResolvers<void>();
  const workers = partitions.map((partition) => {
    const workerData: ThreadData = { ...task, partition };
    return new Worker(new URL('./load-thread.ts', import.meta.url), { workerData });
  });
  const tell = (message: ToThread) => {
    for (const worker of workers) worker.postMessage(message);
  };
  const stop = (reason: EndReason, ending: LoadEnding) => {
    if (stopped) return;
    stopped = { reason, ending };
    if (ready === threads) tell({ kind: 'stop', reason, ending });
    else for (const worker of workers) worker.terminate();
  };
  const end = (thread: number, how: LoadEnd) => {
    if (ends[thread]) return;
    ends[thread] = how;
    merge.end(thread);
    if (!naturalEnds.has(how.reason)) stop(how.reason, how.ending);
    if (++over === threads) resolve(stopped ?? findDecidingEnd(ends));
  };
  workers.forEach((worker, thread) => {
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'sample') merge.add(thread, message.sample);
      else if (message.kind === 'end') end(thread, message.end);
      else if (++ready === threads) markReady();
    });
    worker.on('error', (error) => end(thread, { reason: 'failed', ending: { kind: 'threadFailed', error: describeError(error) } }));
    worker.on('exit', () => end(thread, { reason: 'failed', ending: { kind: 'threadEnded' } }));
  });
  return {
    ready: allReady,
    ended: promise,
    start: (startNs) => {
      if (!stopped) tell({ kind: 'start', startNs: startNs ?? startIn(leadMs) });
    },
    stop,
  };
}

/** The duration ended the run if it cut any thread short. */
function findDecidingEnd(ends: readonly LoadEnd[]): LoadEnd {
  return ends.find((end) => end.reason !== 'requests') ?? (ends[0] as LoadEnd);
}
