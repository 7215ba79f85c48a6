/**
 * One thread of a process that sleeps for all its load threads. While requests are in flight a load thread must hear its event loop,
 * whose own timers know whole milliseconds only; a thread that hears nothing can sleep to within some µs.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { wakeExactly } from './thread-sleep.ts';
import { changed, laneCount, laneWords, sharedUs, state, timerMemory, timerStates } from './timer-words.ts';

export interface TimerThread {
  /** Load threads take their lanes of it ({@link TimerLane}). */
  readonly shared: SharedArrayBuffer;
  /** Resolves when the thread is gone. */
  close(): Promise<void>;
}

/** `lanes`: how many may wait at one time. */
export function startTimerThread(lanes: number): TimerThread {
  const shared = timerMemory(lanes);
  const words = new Int32Array(shared);
  const worker = new Worker(new URL('./timer-thread.ts', import.meta.url), { workerData: { sleepsFor: shared } });
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  // A waiter for a thread that is gone turns the event loop, as without one.
  worker.once('error', () => Atomics.store(words, state, timerStates.closed));
  worker.unref();
  return {
    shared,
    close() {
      worker.ref();
      Atomics.store(words, state, timerStates.closed);
      Atomics.add(words, changed, 1);
      Atomics.notify(words, changed);
      return gone;
    },
  };
}

function sleepForOthers(words: Int32Array): void {
  const lanes = Array.from({ length: laneCount(words) }, (_, lane) => laneWords(lane));
  const done = new Int32Array(lanes.length);
  Atomics.compareExchange(words, state, timerStates.starting, timerStates.running);
  while (Atomics.load(words, state) !== timerStates.closed) {
    const seen = Atomics.load(words, changed);
    const nowUs = sharedUs();
    let shortestUs = Number.POSITIVE_INFINITY;
    for (const [lane, { at, armed, woken }] of lanes.entries()) {
      const waking = Atomics.load(words, armed);
      if (waking === done[lane]) continue;
      const leftUs = (Atomics.load(words, at) - nowUs) | 0;
      if (leftUs > 0) shortestUs = Math.min(shortestUs, leftUs);
      else {
        done[lane] = waking;
        Atomics.store(words, woken, waking);
        Atomics.notify(words, woken);
      }
    }
    Atomics.wait(words, changed, seen, shortestUs / 1000);
  }
}

if (!isMainThread && (workerData as { readonly sleepsFor?: SharedArrayBuffer } | null)?.sleepsFor) {
  wakeExactly();
  sleepForOthers(new Int32Array((workerData as { readonly sleepsFor: SharedArrayBuffer }).sleepsFor));
}
