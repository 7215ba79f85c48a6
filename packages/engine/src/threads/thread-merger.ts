/** Collects the seconds of all threads. Emits each second, merged, when every thread that has not ended has delivered it. */

import { mergeThreadSamples, type ThreadSample } from '../recording/thread-sample.ts';
export class ThreadMerger {
  readonly #emit: (sample: ThreadSample) => void;
  readonly #queues: ThreadSample[][];
  readonly #ended: boolean[];

  constructor(threads: number, emit: (sample: ThreadSample) => void) {
    this.#emit = emit;
    this.#queues = Array.from({ length: threads }, () => []);
    this.#ended = Array.from({ length: threads }, () => false);
  }

  /** The next second of a thread. Each thread delivers its seconds in order, without gaps. */
  add(thread: number, sample: ThreadSample): void {
    this.#queues[thread]?.push(sample);
    this.#emitComplete();
  }

  /** This thread delivers nothing more. */
  end(thread: number): void {
    this.#ended[thread] = true;
    this.#emitComplete();
  }

  #emitComplete(): void {
    while (this.#queues.every((queue, thread) => queue.length > 0 || this.#ended[thread]) && this.#queues.some((queue) => queue.length > 0))
      this.#emit(mergeThreadSamples(this.#queues.flatMap((queue) => queue.shift() ?? [])));
  }
}
