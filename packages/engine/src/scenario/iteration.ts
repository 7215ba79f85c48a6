/** One iteration of a virtual user through a sequence: the next step, its data row, and the values taken from earlier responses. */
import type { Row } from './data-set.ts';

export class Iteration {
  readonly row: Row | null;
  readonly values = new Map<string, string>();
  step = 0;
  /** The next one in the queue. */
  next: Iteration | null = null;

  constructor(row: Row | null) {
    this.row = row;
  }
}

/** Iterations that wait for their next request: first in, first out. */
export class IterationQueue {
  #first: Iteration | null = null;
  #last: Iteration | null = null;

  push(iteration: Iteration): void {
    if (this.#last) this.#last.next = iteration;
    else this.#first = iteration;
    this.#last = iteration;
  }

  shift(): Iteration | null {
    const iteration = this.#first;
    if (!iteration) return null;
    this.#first = iteration.next;
    if (!this.#first) this.#last = null;
    iteration.next = null;
    return iteration;
  }
}
