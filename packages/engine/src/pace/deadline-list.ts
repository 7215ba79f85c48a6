/**
 * Deadlines of the same length, so they fall due in the order they were added: a linked list through what waits for them, and one timer
 * for its head. Exact to the timer's millisecond, O(1) each, allocates nothing.
 */
import type { Clock } from './clock.ts';

/** Something with a deadline. The list sets all three. */
export interface Expiring<T> {
  earlier: T | null;
  later: T | null;
  deadlineUs: number;
}

export class DeadlineList<T extends Expiring<T>> {
  #head: T | null = null;
  #tail: T | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #clock: Clock;
  readonly #expire: (expired: T) => void;

  constructor(clock: Clock, expire: (expired: T) => void) {
    this.#clock = clock;
    this.#expire = expire;
  }

  add(item: T, deadlineUs: number): void {
    item.deadlineUs = deadlineUs;
    let after = this.#tail;
    // Almost always the tail: only those added within the same microseconds can be out of order.
    while (after && after.deadlineUs > deadlineUs) after = after.earlier;
    item.earlier = after;
    item.later = after ? after.later : this.#head;
    if (item.later) item.later.earlier = item;
    else this.#tail = item;
    if (after) after.later = item;
    else this.#head = item;
    if (!this.#timer) this.#arm();
  }

  remove(item: T): void {
    if (item.earlier) item.earlier.later = item.later;
    else if (this.#head === item) this.#head = item.later;
    else return;
    if (item.later) item.later.earlier = item.earlier;
    else this.#tail = item.earlier;
    item.earlier = null;
    item.later = null;
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#head = null;
    this.#tail = null;
  }

  #arm(): void {
    if (!this.#head) return;
    const waitMs = Math.max(1, Math.ceil((this.#head.deadlineUs - this.#clock.nowUs()) / 1000));
    this.#timer = setTimeout(() => this.#fire(), waitMs);
  }

  /** The timer stays as it is when the head is removed in time: it fires, finds a later head and is set again. */
  #fire(): void {
    this.#timer = null;
    const nowUs = this.#clock.nowUs();
    while (this.#head && this.#head.deadlineUs <= nowUs) {
      const item = this.#head;
      this.remove(item);
      this.#expire(item);
    }
    if (!this.#timer) this.#arm();
  }
}
