/**
 * Which request goes out next. A mix deals its requests out by weight. In a sequence each turn is one user's way through all
 * requests, with one data row; a request that failed ends its turn.
 *
 * A closed load's lane is one user and has its own turn. An open load's rate is requests per second, whatever they are: each
 * due request takes the next step of the turn that has waited longest since its last response, and begins a new turn where
 * none waits, so that no due time ever waits for a response.
 */
import type { Plan } from '@plimsoll/contracts/plan';
import { isSequence } from '@plimsoll/contracts/requests';
import { type CompiledRequest, compileRequests } from './compiled-request.ts';
import { type Feeder, feederOf } from './feeder.ts';
import type { Lane } from './lane.ts';
import { mixWheel } from './mix-wheel.ts';
import type { Part } from './part.ts';
import type { RenderContext } from './template.ts';
import { Turn, TurnQueue } from './turn.ts';

export interface Script {
  /** Gives the lane its next request, or answers false: the data rows are used up, and no turn can go on now. */
  begin(lane: Lane): boolean;
  /** The lane's request is over. */
  ended(lane: Lane, failed: boolean): void;
  /** The lane sends nothing for a while: its user leaves. */
  rested(lane: Lane): void;
  /** How many requests there are data rows for, over all parts, where that is known beforehand. */
  readonly most: number;
  /** How many data rows were there to be used once, when they are used up and every turn is over; else null. */
  readonly usedUp: number | null;
}

export interface ScriptOptions {
  readonly plan: Plan;
  readonly runId: string;
  readonly part: Part;
  readonly random: () => number;
  readonly wallMs: () => number;
}

export function scriptOf(options: ScriptOptions): Script {
  return isSequence(options.plan) ? new Sequence(options) : new Mix(options);
}

/** Requests, or turns, of all parts are numbered 0, 1, 2 …: this part has every `part.of`-th of them. */
class Numbers {
  readonly #step: number;
  #next: number;

  constructor({ index, of }: Part) {
    this.#next = index;
    this.#step = of;
  }

  /** The one that `take` takes. */
  get next(): number {
    return this.#next;
  }

  take(): number {
    const number = this.#next;
    this.#next += this.#step;
    return number;
  }
}

/** A plan with one target is a mix of one. */
class Mix implements Script {
  readonly most: number;
  readonly usedUp = null;
  readonly #options: ScriptOptions;
  readonly #requests: readonly CompiledRequest[];
  readonly #wheel: Uint8Array;
  readonly #numbers: Numbers;
  readonly #feeder: Feeder | null;
  #at: number;

  constructor(options: ScriptOptions) {
    this.#options = options;
    const { plan, runId, part } = options;
    this.#requests = compileRequests(plan, runId);
    this.#wheel = mixWheel(plan.requests?.map(({ weight }) => weight) ?? [1]);
    this.#numbers = new Numbers(part);
    this.#feeder = plan.data ? feederOf(plan.data) : null;
    this.most = this.#feeder?.most ?? Number.POSITIVE_INFINITY;
    // Each part begins elsewhere, so that short parts together are nearest to the whole mix.
    this.#at = Math.floor((part.index * this.#wheel.length) / part.of) % this.#wheel.length;
  }

  begin(lane: Lane): boolean {
    const request = this.#requests[this.#wheel[this.#at] as number] as CompiledRequest;
    if (++this.#at === this.#wheel.length) this.#at = 0;
    const seq = this.#numbers.take();
    lane.request = request;
    lane.context = request.constant ? null : this.#context(seq);
    lane.message = request.constant ?? request.message(lane.context as RenderContext);
    return true;
  }

  ended(): void {}

  rested(): void {}

  #context(seq: number): RenderContext {
    const { random, wallMs } = this.#options;
    return { seq, row: this.#feeder?.rowOf(seq, random) ?? null, values: null, random, wallMs };
  }
}

class Sequence implements Script {
  /** A turn that fails early takes its row with it, so nobody knows. */
  readonly most = Number.POSITIVE_INFINITY;
  readonly #options: ScriptOptions;
  readonly #requests: readonly CompiledRequest[];
  readonly #numbers: Numbers;
  readonly #turnNumbers: Numbers;
  readonly #feeder: Feeder | null;
  readonly #rows: number;
  /** Turns that wait; null in a closed load, where each lane keeps its own. */
  readonly #waiting: TurnQueue | null;
  #going = 0;

  constructor(options: ScriptOptions) {
    this.#options = options;
    const { plan, runId, part } = options;
    this.#requests = compileRequests(plan, runId);
    this.#numbers = new Numbers(part);
    this.#turnNumbers = new Numbers(part);
    this.#feeder = plan.data ? feederOf(plan.data) : null;
    this.#rows = this.#feeder?.most ?? Number.POSITIVE_INFINITY;
    this.#waiting = plan.load.model === 'open' ? new TurnQueue() : null;
  }

  get usedUp(): number | null {
    return this.#turnNumbers.next >= this.#rows && this.#going === 0 ? this.#rows : null;
  }

  begin(lane: Lane): boolean {
    const turn = lane.turn ?? this.#waiting?.shift() ?? this.#newTurn();
    if (!turn) return false;
    const request = this.#requests[turn.step] as CompiledRequest;
    const { random, wallMs } = this.#options;
    lane.turn = turn;
    lane.request = request;
    lane.context = { seq: this.#numbers.take(), row: turn.row, values: turn.values, random, wallMs };
    lane.message = request.message(lane.context);
    return true;
  }

  ended(lane: Lane, failed: boolean): void {
    const turn = lane.turn as Turn;
    const over = failed || ++turn.step === this.#requests.length;
    if (over) this.#going--;
    else this.#waiting?.push(turn);
    if (over || this.#waiting) lane.turn = null;
  }

  rested(lane: Lane): void {
    if (lane.turn) this.#going--;
    lane.turn = null;
  }

  #newTurn(): Turn | null {
    if (this.#turnNumbers.next >= this.#rows) return null;
    this.#going++;
    return new Turn(this.#feeder?.rowOf(this.#turnNumbers.take(), this.#options.random) ?? null);
  }
}
