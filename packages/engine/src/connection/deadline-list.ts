/**
 * Timeouts of the requests in flight. All have the same length, so they fall due in the order they were added: a linked
 * list through the slots, and one timer for its head. Exact to the timer's millisecond, O(1) per request, allocates nothing.
 */
import type { Clock } from '../pace/clock.ts';
import type { RequestSlot } from './request-slot.ts';

export class DeadlineList {
  #head: RequestSlot | null = null;
  #tail: RequestSlot | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #clock: Clock;
  readonly #expire: (slot: RequestSlot) => void;

  constructor(clock: Clock, expire: (slot: RequestSlot) => void) {
    this.#clock = clock;
    this.#expire = expire;
  }

  add(slot: RequestSlot, deadlineUs: number): void {
    slot.deadlineUs = deadlineUs;
    let after = this.#tail;
    // Almost always the tail: only slots begun within the same microseconds can be out of order.
    while (after && after.deadlineUs > deadlineUs) after = after.earlier;
    slot.earlier = after;
    slot.later = after ? after.later : this.#head;
    if (slot.later) slot.later.earlier = slot;
    else this.#tail = slot;
    if (after) after.later = slot;
    else this.#head = slot;
    if (!this.#timer) this.#arm();
  }

  remove(slot: RequestSlot): void {
    if (slot.earlier) slot.earlier.later = slot.later;
    else if (this.#head === slot) this.#head = slot.later;
    else return;
    if (slot.later) slot.later.earlier = slot.earlier;
    else this.#tail = slot.earlier;
    slot.earlier = null;
    slot.later = null;
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

  /** The timer stays as it is when the head ends in time: it fires, finds a later head and is set again. */
  #fire(): void {
    this.#timer = null;
    const nowUs = this.#clock.nowUs();
    while (this.#head && this.#head.deadlineUs <= nowUs) {
      const slot = this.#head;
      this.remove(slot);
      this.#expire(slot);
    }
    if (!this.#timer) this.#arm();
  }
}
