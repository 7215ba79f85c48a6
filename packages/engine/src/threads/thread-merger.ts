/** Collects the seconds of all threads and hands on each second once every thread still at work has told it. */

import { mergeSamples } from '../recording/sample-merge.ts';
import type { ThreadSample } from '../recording/thread-sample.ts';

export class ThreadMerger {
  readonly #emit: (sample: ThreadSample) => void;
  readonly #queues: ThreadSample[][];
  readonly #ended: boolean[];

  constructor(threads: number, emit: (sample: ThreadSample) => void) {
    this.#emit = emit;
    this.#queues = Array.from({ length: threads }, () => []);
    this.#ended = Array.from({ length: threads }, () => false);
  }

  /** The next second of a thread; each thread tells its seconds in order, without gaps. */
  add(thread: number, sample: ThreadSample): void {
    this.#queues[thread]?.push(sample);
    this.#handOn();
  }

  /** This thread tells nothing more. */
  end(thread: number): void {
    this.#ended[thread] = true;
    this.#handOn();
  }

  #handOn(): void {
    while (this.#queues.every((queue, thread) => queue.length > 0 || this.#ended[thread]) && this.#queues.some((queue) => queue.length > 0))
      this.#emit(mergeSamples(this.#queues.flatMap((queue) => queue.shift() ?? [])));
  }
}
