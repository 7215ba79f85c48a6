/** The load loops of a run behind one face: a single one in this thread, or one in each of several worker threads. */
import { Worker } from 'node:worker_threads';
import type { EndReason } from '@plimsoll/contracts/run';
import { RunClock, startIn } from '../pace/clock.ts';
import type { ThreadSample } from '../recording/thread-sample.ts';
import type { LoadEnd } from '../stopping/load-end.ts';
import { jitWarmUp } from './jit-warm-up.ts';
import { LoadLoop } from './load-loop.ts';
import type { FromThread, ThreadData, ToThread } from './load-thread.ts';
import type { Partition } from './partition.ts';
import { ThreadMerger } from './thread-merger.ts';

export interface ThreadGroup {
  /** All loops are set up and wait for their start. Pending for ever if the threadGroup ends before. */
  readonly ready: Promise<void>;
  /** All loops are over and have told all their seconds. */
  readonly ended: Promise<LoadEnd>;
  /** Time 0 is this instant of `process.hrtime`, or a moment from now. Changes nothing after an end. */
  start(startNs: bigint | null): void;
  stop(reason: EndReason, message: string): void;
}

type Task = Omit<ThreadData, 'partition'>;
const leadMs = 5;
const threadLeadMs = 30;

/** The loop is made after the rehearsal: what was made before it would not fit the code compiled in it. */
export function createSingleThread(task: Task, partition: Partition, emit: (sample: ThreadSample) => void): ThreadGroup {
  const clock = new RunClock();
  const { promise: ended, resolve } = Promise.withResolvers<LoadEnd>();
  let loop: LoadLoop | null = null;
  let stopped = false;
  const ready = new Promise<void>((readied) => {
    const make = () => {
      if (stopped) return;
      loop = new LoadLoop({ ...task, partition, clock, emit });
      loop.ended.then(resolve);
      readied();
    };
    jitWarmUp(task.plan)
      .then(make)
      .catch((error) => resolve(notSetUp(error)));
  });
  return {
    ready,
    ended,
    start(startNs) {
      clock.startAt(startNs ?? startIn(leadMs));
      loop?.start();
    },
    stop(reason, message) {
      stopped = true;
      if (loop) loop.stop(reason, message);
      else resolve({ reason, message });
    },
  };
}

/** Why there was no load at all. */
export function notSetUp(error: unknown): LoadEnd {
  return { reason: 'failed', message: `The load could not be set up: ${error instanceof Error ? error.message : String(error)}` };
}

/** Reasons by which one thread's end is the whole run's; a thread that is through its requests is only done early. */
const natural: ReadonlySet<EndReason> = new Set(['requests', 'duration', 'stages']);

/** One thread for each part. */
export function createThreadGroup(task: Task, partitions: readonly Partition[], emit: (sample: ThreadSample) => void): ThreadGroup {
  const threads = partitions.length;
  const merge = new ThreadMerger(threads, emit);
  const ends: LoadEnd[] = [];
  let ready = 0;
  let over = 0;
  let stopped: LoadEnd | null = null;
  const { promise, resolve } = Promise.withResolvers<LoadEnd>();
  const { promise: allReady, resolve: readied } = Promise.withResolvers<void>();
  const workers = partitions.map((partition) => {
    const workerData: ThreadData = { ...task, partition };
    return new Worker(new URL('./load-thread.ts', import.meta.url), { workerData });
  });
  const tell = (message: ToThread) => {
    for (const worker of workers) worker.postMessage(message);
  };
  const stop = (reason: EndReason, message: string) => {
    if (stopped) return;
    stopped = { reason, message };
    if (ready === threads) tell({ kind: 'stop', reason, message });
    else for (const worker of workers) worker.terminate();
  };
  const end = (thread: number, how: LoadEnd) => {
    if (ends[thread]) return;
    ends[thread] = how;
    merge.end(thread);
    if (!natural.has(how.reason)) stop(how.reason, how.message);
    if (++over === threads) resolve(stopped ?? lastOf(ends));
  };
  workers.forEach((worker, thread) => {
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'sample') merge.add(thread, message.sample);
      else if (message.kind === 'end') end(thread, message.end);
      else if (++ready === threads) readied();
    });
    worker.on('error', (error) => end(thread, { reason: 'failed', message: `A load thread failed: ${error.message}` }));
    worker.on('exit', () => end(thread, { reason: 'failed', message: 'A load thread ended unexpectedly.' }));
  });
  return {
    ready: allReady,
    ended: promise,
    start: (startNs) => {
      if (!stopped) tell({ kind: 'start', startNs: startNs ?? startIn(threadLeadMs) });
    },
    stop,
  };
}

/** The duration ended the run if it cut any thread short. */
function lastOf(ends: readonly LoadEnd[]): LoadEnd {
  return ends.find((end) => end.reason !== 'requests') ?? (ends[0] as LoadEnd);
}
