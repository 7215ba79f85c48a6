/** One way through a sequence of requests, by one user: how far it is, its data row, and what responses gave it to carry on. */
import type { Row } from './data-set.ts';

export class Iteration {
  readonly row: Row | null;
  readonly values = new Map<string, string>();
  step = 0;
  /** The one behind it in a queue. */
  next: Iteration | null = null;

  constructor(row: Row | null) {
    this.row = row;
  }
}

/** Turns whose last response is in and that wait for their next request: first in, first out. */
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
