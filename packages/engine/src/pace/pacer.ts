/**
 * The one wait of a load thread for the due times of all its open loads: it ends at the earliest of them, and the thread sleeps only while
 * nothing is in flight of any load. Loads that have requests due at once send them in an order that is drawn at random, for the reason that
 * `due-apart.ts` gives.
 */
import { shuffle } from '@plimsoll/statistics/shuffle';
import type { Clock } from './clock.ts';
import { DueWait, type DueWaitOptions, type WaitMeter } from './due-wait.ts';
import { spinEnd, spinWait } from './spin-wait.ts';

/** A load that the pacer gives its turns. */
export interface Paced {
  /** When its next request is due; Infinity: none is. */
  readonly dueUs: number;
  /** It has something to do in the next turn of the event loop, whatever is due. */
  readonly wantsTurn: boolean;
  /** Requests are under way. */
  readonly inFlight: boolean;
  /** A second is being written out. */
  readonly writing: boolean;
  /** A turn begins: sends what waits from turns before. */
  turn(nowUs: number): void;
  /** Sends what is due until then, in the same turn. */
  send(nowUs: number, untilUs: number): void;
}

export interface PacerOptions extends Omit<DueWaitOptions, 'act'> {
  readonly random: () => number;
}

export class Pacer {
  readonly meter: WaitMeter;
  readonly #clock: Clock;
  readonly #wait: DueWait;
  readonly #random: () => number;
  /** Never changed in place while turns are given. */
  #paced: Paced[] = [];
  /** The same, in the order in which they sent last. */
  #order: Paced[] = [];

  constructor({ random, ...options }: PacerOptions) {
    this.#clock = options.clock;
    this.meter = options.meter;
    this.#random = random;
    this.#wait = new DueWait({ ...options, act: () => this.#giveTurns() });
  }

  /** It has a turn at once. */
  join(paced: Paced): void {
    this.#keep([...this.#paced, paced]);
    this.#giveTurns();
  }

  leave(paced: Paced): void {
    this.#keep(this.#paced.filter((other) => other !== paced));
    if (this.#paced.length === 0) this.#wait.cancel();
  }

  /** For how long nothing is due and nothing is to be heard, µs: 0 while a request of any load is in flight. */
  restUs(nowUs: number): number {
    for (const { inFlight } of this.#paced) if (inFlight) return 0;
    return this.#earliestUs(nowUs) - nowUs;
  }

  /** The last request in flight of a load ended. */
  emptied(nowUs: number): void {
    if (!this.#mustHear) this.#wait.emptied(this.#earliestUs(nowUs), nowUs);
  }

  /** It gives no more turns. */
  close(): void {
    this.#keep([]);
    this.#wait.close();
  }

  #keep(paced: Paced[]): void {
    this.#paced = paced;
    this.#order = [...paced];
  }

  #giveTurns(): void {
    let nowUs = this.#clock.nowUs();
    const dueUs = this.#earliestUs(nowUs);
    if (dueUs > nowUs) {
      this.meter.spun(nowUs);
      if (!this.#mustHear && this.#wait.spins(dueUs - nowUs, nowUs)) {
        nowUs = spinWait(this.#clock, nowUs, spinEnd(nowUs, dueUs));
        this.meter.spun(nowUs);
      }
    }
    for (const paced of this.#paced) paced.turn(nowUs);
    if (this.#paced.length === 1) this.#paced[0]?.send(nowUs, nowUs);
    else this.#sendInTurns(nowUs);
    const restUs = this.#clock.nowUs();
    const nextUs = this.#earliestUs(restUs);
    if (nextUs < Number.POSITIVE_INFINITY) this.#wait.until(nextUs, restUs, this.#mustHear);
  }

  /** One due time after the other, however late. */
  #sendInTurns(nowUs: number): void {
    for (;;) {
      let untilUs = Number.POSITIVE_INFINITY;
      for (const { dueUs } of this.#paced) untilUs = Math.min(untilUs, dueUs);
      if (untilUs > nowUs) return;
      shuffle(this.#order, this.#random);
      for (const paced of this.#order) if (paced.dueUs <= untilUs) paced.send(this.#clock.nowUs(), untilUs);
    }
  }

  #earliestUs(nowUs: number): number {
    let earliestUs = Number.POSITIVE_INFINITY;
    for (const paced of this.#paced) earliestUs = Math.min(earliestUs, paced.wantsTurn ? nowUs : paced.dueUs);
    return earliestUs;
  }

  /** The thread must not sleep. */
  get #mustHear(): boolean {
    for (const { inFlight, writing } of this.#paced) if (inFlight || writing) return true;
    return false;
  }
}
