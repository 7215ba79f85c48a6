/**
 * Open load: sends each request when it is due, whatever the target does. The pacer gives it a turn then: `pacer.ts` and `due-wait.ts`.
 */

import type { DueTimes } from '../pace/open-due-times.ts';
import type { Paced } from '../pace/pacer.ts';
import type { RequestSlot } from '../protocol/request-slot.ts';
import { DueTimeQueue } from './due-time-queue.ts';
import type { Scheduler, SchedulerOptions } from './scheduler.ts';

/** The most that this partition may have at once. */
export interface OpenLimits {
  readonly connections: number;
  /** Due requests that wait for a slot. */
  readonly queued: number;
  /** Requests under way; Infinity if connections alone bound them. */
  readonly active: number;
}

export class OpenScheduler implements Scheduler, Paced {
  readonly #options: SchedulerOptions;
  readonly #due: DueTimes;
  // Fields of their own: every request reads them.
  readonly #maxConnections: number;
  readonly #maxQueued: number;
  readonly #maxActive: number;
  readonly #free: RequestSlot[] = [];
  readonly #queue = new DueTimeQueue();
  /** Counted as planned when their second ended, not yet handled. */
  readonly #late = new DueTimeQueue();
  #connections = 0;
  /** A connection was opened in this turn of the loop. */
  #openedNow = false;
  #slots = 0;
  #nextUs: number;
  #closed = false;

  constructor(due: DueTimes, limits: OpenLimits, options: SchedulerOptions) {
    this.#options = options;
    this.#due = due;
    this.#maxConnections = limits.connections;
    this.#maxQueued = limits.queued;
    this.#maxActive = limits.active;
    this.#nextUs = due.next();
  }

  get waiting(): number {
    return this.#queue.length + this.#late.length;
  }

  get slots(): number {
    return Math.min(this.#slots, this.#maxActive);
  }

  start(): void {
    this.#options.pacer.join(this);
  }

  freed(slot: RequestSlot, nowUs: number): void {
    this.#free.push(slot);
    if (this.#mustWait(nowUs)) this.#dropQueued();
    this.#sendWaiting(nowUs);
    if (!this.inFlight) this.#options.pacer.emptied(nowUs);
    this.#endIfDone();
  }

  planBefore(boundaryUs: number): void {
    while (this.#nextUs < boundaryUs && !this.#usedUp()) {
      this.#options.recorder.planned();
      this.#late.push(this.#nextUs);
      this.#nextUs = this.#due.next();
    }
  }

  dropWaiting(): void {
    this.#dropQueued();
    this.#options.recorder.dropped(this.#late.length);
    this.#late.clear();
  }

  settle(nowUs: number): void {
    this.#sendLate(nowUs);
    // No turn comes in which one would be opened.
    while (this.#waitsForConnection()) {
      this.#openConnection();
      this.#sendWaiting(nowUs);
    }
    this.#dropQueued();
  }

  #sendLate(nowUs: number): void {
    while (this.#late.length > 0) this.#handle(this.#late.shift(), nowUs);
  }

  #dropQueued(): void {
    this.#options.recorder.dropped(this.#queue.length);
    this.#queue.clear();
  }

  /** Another load has its turn: the backlog of this one is not sent into it. */
  #mustWait(nowUs: number): boolean {
    const { turns } = this.#options;
    return turns !== null && this.#queue.length > 0 && turns.nextTurnUs(nowUs) > nowUs;
  }

  close(): void {
    this.#closed = true;
    this.#options.pacer.leave(this);
  }

  get dueUs(): number {
    return this.#nextUs;
  }

  /** A second can end in the middle of a turn: a request that it planned in its last moment is due already. */
  get wantsTurn(): boolean {
    return this.#late.length > 0 || this.#waitsForConnection();
  }

  turn(nowUs: number): void {
    if (this.#closed) return;
    this.#options.recorder.at(nowUs);
    this.#openedNow = false;
    if (this.#mustWait(nowUs)) this.#dropQueued();
    if (this.#waitsForConnection()) this.#openConnection();
    this.#sendWaiting(nowUs);
    this.#sendLate(nowUs);
  }

  send(nowUs: number, untilUs: number): void {
    if (this.#closed) return;
    const { recorder } = this.#options;
    recorder.at(nowUs);
    while (this.#nextUs <= untilUs && !this.#closed && !this.#usedUp()) {
      const dueUs = this.#nextUs;
      this.#nextUs = this.#due.next();
      recorder.planned();
      this.#handle(dueUs, nowUs);
    }
    this.#endIfDone();
  }

  /** The data rows may be used up before the due times are. */
  #usedUp(): boolean {
    if (this.#options.usedUp()) this.#nextUs = Number.POSITIVE_INFINITY;
    return this.#nextUs === Number.POSITIVE_INFINITY;
  }

  /**
   * No more than one connection is opened in a turn. Opening one takes as long as several requests, so a few late requests would open
   * many, which make the next ones late; a connection that is there is free again sooner. Nothing is dropped for that.
   */
  #handle(dueUs: number, nowUs: number): void {
    const room = this.#queue.length < this.#maxQueued;
    const maySend = this.#maySend();
    if (maySend && this.#free.length === 0 && this.#connections < this.#maxConnections && !(this.#openedNow && room))
      this.#openConnection();
    const slot = maySend ? this.#free.pop() : undefined;
    if (slot) {
      this.#begin(slot, dueUs, nowUs);
      return;
    }
    if (!maySend || this.#connections >= this.#maxConnections) this.#options.recorder.blocked();
    if (room) this.#queue.push(dueUs);
    else this.#options.recorder.dropped();
  }

  #sendWaiting(nowUs: number): void {
    while (this.#queue.length > 0 && this.#free.length > 0 && this.#maySend()) {
      const dueUs = this.#queue.shift();
      // Its timeout has passed while it waited: sending it now would only be counted against the target.
      if (dueUs + this.#options.timeoutUs <= nowUs) this.#options.recorder.dropped();
      else this.#begin(this.#free.pop() as RequestSlot, dueUs, nowUs);
    }
  }

  /** A request waits though there may be one more connection for it. */
  #waitsForConnection(): boolean {
    return this.#queue.length > 0 && this.#connections < this.#maxConnections && this.#maySend();
  }

  /** Fewer requests are under way than there may be. */
  #maySend(): boolean {
    return this.#slots - this.#free.length < this.#maxActive;
  }

  get inFlight(): boolean {
    return this.#free.length < this.#slots;
  }

  get writing(): boolean {
    return this.#options.recorder.writing;
  }

  #begin(slot: RequestSlot, dueUs: number, nowUs: number): void {
    if (!this.#options.begin(slot, dueUs, nowUs)) this.#free.push(slot);
  }

  /** The slot that was used last is taken first, so the load opens no more connections than it needs. */
  #openConnection(): void {
    this.#openedNow = true;
    this.#connections++;
    const slots = this.#options.addConnection();
    this.#slots += slots.length;
    this.#free.push(...slots);
  }

  #endIfDone(): void {
    if (this.#nextUs === Number.POSITIVE_INFINITY && this.waiting === 0) this.#options.exhausted();
  }
}
