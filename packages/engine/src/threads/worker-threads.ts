/** A thread group of several: each worker thread runs the load loops of its partition. */
import { Worker } from 'node:worker_threads';
import { startIn } from '../pace/clock.ts';
import type { Partition } from '../pace/partition.ts';
import { describeError, type LoadEnd } from '../stopping/load-end.ts';
import type { FromThread, ThreadData, ToThread } from './load-thread.ts';
import { type EmitSample, endsOfAll, isNatural, type ThreadGroup } from './thread-group.ts';
import type { ThreadTask } from './thread-loads.ts';
import { ThreadMerger } from './thread-merger.ts';

/** From the order to start to the start. */
const leadMs = 30;

/** Starts a worker thread for each partition. */
export function createWorkerThreads(task: ThreadTask, partitions: readonly Partition[], emit: EmitSample): ThreadGroup {
  const threads = partitions.length;
  const loads = task.loads.map((_, load) => ({
    merge: new ThreadMerger(threads, (sample) => emit(load, sample)),
    ends: [] as LoadEnd[],
    over: 0,
  }));
  let ready = 0;
  let stopped: readonly LoadEnd[] | null = null;
  const { promise, resolve } = Promise.withResolvers<readonly LoadEnd[]>();
  const { promise: allReady, resolve: markReady } = Promise.withResolvers<void>();
  const workers = partitions.map((partition) => {
    const workerData: ThreadData = { ...task, partition };
    return new Worker(new URL('./load-thread.ts', import.meta.url), { workerData });
  });
  const tell = (message: ToThread) => {
    for (const worker of workers) worker.postMessage(message);
  };
  const stop = (cause: LoadEnd, of?: number) => {
    if (stopped) return;
    stopped = endsOfAll(loads.length, cause, of);
    if (ready === threads) tell({ kind: 'stop', ends: stopped });
    else for (const worker of workers) worker.terminate();
  };
  const end = (thread: number, at: number, how: LoadEnd) => {
    const load = loads[at];
    if (!load || load.ends[thread]) return;
    load.ends[thread] = how;
    load.merge.end(thread);
    if (!isNatural(how)) stop(how, at);
    load.over++;
    if (loads.every(({ over }) => over === threads))
      resolve(
        loads.map(({ ends }, place) => (ends.every(isNatural) ? findDecidingEnd(ends) : (stopped?.[place] ?? findDecidingEnd(ends)))),
      );
  };
  const endAll = (thread: number, how: LoadEnd) => {
    for (const load of loads.keys()) end(thread, load, how);
  };
  workers.forEach((worker, thread) => {
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'sample') loads[message.load]?.merge.add(thread, message.sample);
      else if (message.kind === 'end') end(thread, message.load, message.end);
      else if (++ready === threads) markReady();
    });
    worker.on('error', (error) => endAll(thread, { reason: 'failed', ending: { kind: 'threadFailed', error: describeError(error) } }));
    worker.on('exit', () => endAll(thread, { reason: 'failed', ending: { kind: 'threadEnded' } }));
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
