/**
 * Closed load: each slot sends its next request when the previous one ended. The pace says how many connections are busy. With a request
 * limit there are that many loops, and each takes the slot that has been idle longest.
 */

import type { ClosedPace } from '../pace/closed-pace.ts';
import type { Paced } from '../pace/pacer.ts';
import type { RequestSlot } from '../protocol/request-slot.ts';
import type { Scheduler, SchedulerOptions } from './scheduler.ts';

const rampStepMs = 20;

export class ClosedScheduler implements Scheduler, Paced {
  readonly waiting = 0;
  /** Open loads of the same thread must not put it to sleep. */
  readonly inFlight = true;
  readonly writing = false;
  readonly dueUs = Number.POSITIVE_INFINITY;
  readonly wantsTurn = false;
  readonly #options: SchedulerOptions;
  readonly #pace: ClosedPace;
  readonly #connections: RequestSlot[][] = [];
  /** The index of the connection that a slot belongs to. */
  readonly #index = new Map<RequestSlot, number>();
  readonly #maxActive: number;
  /** Slots that the request limit holds back, the one that waits longest first. */
  readonly #heldBack = new Set<RequestSlot>();
  #allowed = 0;
  #active = 0;
  #begun = 0;
  #ended = 0;
  #ramp: NodeJS.Timeout | null = null;
  /** Ends when its next turn begins. */
  #rest: NodeJS.Timeout | undefined;

  /** `maxActive`: requests under way at once; Infinity if connections alone bound them. */
  constructor(pace: ClosedPace, maxActive: number, options: SchedulerOptions) {
    this.#pace = pace;
    this.#maxActive = maxActive;
    this.#options = options;
  }

  get slots(): number {
    return Math.min(this.#index.size, this.#maxActive);
  }

  start(): void {
    this.#options.pacer.join(this);
    this.#adjust();
    if (this.#pace.ramps) this.#ramp = setInterval(() => this.#adjust(), rampStepMs);
    if (this.#pace.requests === 0) this.#options.exhausted();
  }

  freed(slot: RequestSlot, nowUs: number): void {
    this.#active--;
    if (!slot.warm && ++this.#ended >= this.#pace.requests) this.#options.exhausted();
    else if (this.#heldBack.size === 0) this.#beginOn(slot, nowUs);
    else this.#beginHeldBack(slot, nowUs);
  }

  /** The slot that came free goes behind those that wait already. */
  #beginHeldBack(freed: RequestSlot, nowUs: number): void {
    this.#heldBack.add(freed);
    for (const slot of this.#heldBack) {
      if (this.#active >= this.#maxActive) return;
      this.#heldBack.delete(slot);
      this.#beginOn(slot, nowUs);
    }
  }

  turn(): void {}

  send(): void {}

  planBefore(): void {}

  dropWaiting(): void {}

  settle(): void {}

  close(): void {
    this.#options.pacer.leave(this);
    if (this.#ramp) clearInterval(this.#ramp);
    clearTimeout(this.#rest);
  }

  /** Starts slots on as many connections as the pace allows now. The others stop when their request ends. */
  #adjust(): void {
    const nowUs = this.#options.clock.nowUs();
    if (this.#rests(nowUs)) return;
    this.#allowed = this.#pace.connectionsAt(this.#options.turns?.ownUs(nowUs) ?? nowUs);
    while (this.#connections.length < this.#allowed) {
      const slots = this.#options.addConnection();
      for (const slot of slots) this.#index.set(slot, this.#connections.length);
      this.#connections.push(slots);
    }
    for (const [index, slots] of this.#connections.entries()) {
      if (index >= this.#allowed) break;
      // Opening a connection takes a while: each request is due when it is begun.
      for (const slot of slots) if (!slot.active) this.#beginOn(slot, this.#options.clock.nowUs());
    }
    if (this.#pace.ramps)
      for (const slots of this.#connections.slice(this.#allowed)) if (slots.every((slot) => !slot.active)) this.#options.deactivate(slots);
  }

  /** Another load has its turn: nothing is begun until the next one of this. */
  #rests(nowUs: number): boolean {
    const restUs = (this.#options.turns?.nextTurnUs(nowUs) ?? nowUs) - nowUs;
    if (restUs <= 0) return false;
    this.#rest ??= setTimeout(
      () => {
        this.#rest = undefined;
        this.#adjust();
      },
      Math.ceil(restUs / 1000),
    );
    return true;
  }

  #beginOn(slot: RequestSlot, nowUs: number): void {
    const index = this.#index.get(slot) ?? 0;
    if (index >= this.#allowed) {
      const slots = this.#connections[index] ?? [];
      if (slots.every((other) => !other.active)) this.#options.deactivate(slots);
      return;
    }
    if (this.#rests(nowUs)) return;
    if (this.#active >= this.#maxActive) {
      this.#heldBack.add(slot);
      return;
    }
    this.#heldBack.delete(slot);
    const counts = !this.#options.isWarm(nowUs);
    if (counts && this.#begun >= this.#pace.requests) return;
    if (counts) this.#begun++;
    this.#active++;
    if (this.#options.begin(slot, nowUs, nowUs)) return;
    this.#active--;
    if (counts) this.#begun--;
  }
}
