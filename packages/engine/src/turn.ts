/** One way through a sequence of requests, by one user: how far it is, its data row, and what responses gave it to carry on. */
import type { Row } from './feeder.ts';

export class Turn {
  readonly row: Row | null;
  readonly values = new Map<string, string>();
  step = 0;
  /** The one behind it in a queue. */
  next: Turn | null = null;

  constructor(row: Row | null) {
    this.row = row;
  }
}

/** Turns whose last response is in and that wait for their next request: first in, first out. */
export class TurnQueue {
  #first: Turn | null = null;
  #last: Turn | null = null;

  push(turn: Turn): void {
    if (this.#last) this.#last.next = turn;
    else this.#first = turn;
    this.#last = turn;
  }

  shift(): Turn | null {
    const turn = this.#first;
    if (!turn) return null;
    this.#first = turn.next;
    if (!this.#first) this.#last = null;
    turn.next = null;
    return turn;
  }
}
