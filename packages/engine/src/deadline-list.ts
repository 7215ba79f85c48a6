/**
 * Timeouts of the requests in flight. All have the same length, so they fall due in the order they were added: a linked
 * list through the lanes and one timer for its head. Exact to the timer's millisecond, O(1) a request, nothing allocated.
 */
import type { Clock } from './clock.ts';
import type { Lane } from './lane.ts';

export class DeadlineList {
  #head: Lane | null = null;
  #tail: Lane | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #clock: Clock;
  readonly #expire: (lane: Lane) => void;

  constructor(clock: Clock, expire: (lane: Lane) => void) {
    this.#clock = clock;
    this.#expire = expire;
  }

  add(lane: Lane, deadlineUs: number): void {
    lane.deadlineUs = deadlineUs;
    let after = this.#tail;
    // Almost always the tail: only lanes begun within the same microseconds can be out of order.
    while (after && after.deadlineUs > deadlineUs) after = after.earlier;
    lane.earlier = after;
    lane.later = after ? after.later : this.#head;
    if (lane.later) lane.later.earlier = lane;
    else this.#tail = lane;
    if (after) after.later = lane;
    else this.#head = lane;
    if (!this.#timer) this.#arm();
  }

  remove(lane: Lane): void {
    if (lane.earlier) lane.earlier.later = lane.later;
    else if (this.#head === lane) this.#head = lane.later;
    else return;
    if (lane.later) lane.later.earlier = lane.earlier;
    else this.#tail = lane.earlier;
    lane.earlier = null;
    lane.later = null;
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

  /** The timer is not moved when the head ends in time: it fires, finds a later head and is set again. */
  #fire(): void {
    this.#timer = null;
    const nowUs = this.#clock.nowUs();
    while (this.#head && this.#head.deadlineUs <= nowUs) {
      const lane = this.#head;
      this.remove(lane);
      this.#expire(lane);
    }
    if (!this.#timer) this.#arm();
  }
}
