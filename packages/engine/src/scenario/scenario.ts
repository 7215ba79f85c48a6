/**
 * Which request goes out next. A mix deals its requests out by weight. In a sequence each turn is one user's way through all
 * requests, with one data row; a request that failed ends its turn.
 *
 * A closed load's slot is one user and has its own turn. An open load's rate is requests per second, whatever they are: each
 * due request takes the next step of the turn that has waited longest since its last response, and begins a new turn where
 * none waits, so that no due time ever waits for a response.
 */
import type { Plan } from '@plimsoll/contracts/plan';
import { isSequence } from '@plimsoll/contracts/requests';
import type { RequestSlot } from '../connection/request-slot.ts';
import type { Partition } from '../threads/partition.ts';
import { type CompiledRequest, compileRequests } from './compiled-request.ts';
import { type DataSet, parseDataSet } from './data-set.ts';
import { Iteration, IterationQueue } from './iteration.ts';
import type { RenderContext } from './template.ts';
import { weightedRoundRobin } from './weighted-round-robin.ts';

export interface Scenario {
  /** Gives the slot its next request, or answers false: the data rows are used up, and no turn can go on now. */
  begin(slot: RequestSlot): boolean;
  /** The slot's request is over. */
  ended(slot: RequestSlot, failed: boolean): void;
  /** The slot sends nothing for a while: its user leaves. */
  rested(slot: RequestSlot): void;
  /** How many requests there are data rows for, over all parts, where that is known beforehand. */
  readonly maxRequests: number;
  /** How many data rows were there to be used once, when they are used up and every turn is over; else null. */
  readonly usedUp: number | null;
}

export interface ScenarioOptions {
  readonly plan: Plan;
  readonly runId: string;
  readonly partition: Partition;
  readonly random: () => number;
  readonly wallMs: () => number;
}

export function createScenario(options: ScenarioOptions): Scenario {
  return isSequence(options.plan) ? new Sequence(options) : new Mix(options);
}

/** Requests, or turns, of all parts are numbered 0, 1, 2 …: this part has every `part.of`-th of them. */
class Numbers {
  readonly #step: number;
  #next: number;

  constructor({ index, of }: Partition) {
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
class Mix implements Scenario {
  readonly maxRequests: number;
  readonly usedUp = null;
  readonly #options: ScenarioOptions;
  readonly #requests: readonly CompiledRequest[];
  readonly #order: Uint8Array;
  readonly #numbers: Numbers;
  readonly #dataSet: DataSet | null;
  #at: number;

  constructor(options: ScenarioOptions) {
    this.#options = options;
    const { plan, runId, partition } = options;
    this.#requests = compileRequests(plan, runId);
    this.#order = weightedRoundRobin(plan.requests?.map(({ weight }) => weight) ?? [1]);
    this.#numbers = new Numbers(partition);
    this.#dataSet = plan.data ? parseDataSet(plan.data) : null;
    this.maxRequests = this.#dataSet?.maxRequests ?? Number.POSITIVE_INFINITY;
    // Each part begins elsewhere, so that short parts together are nearest to the whole mix.
    this.#at = Math.floor((partition.index * this.#order.length) / partition.of) % this.#order.length;
  }

  begin(slot: RequestSlot): boolean {
    const request = this.#requests[this.#order[this.#at] as number] as CompiledRequest;
    if (++this.#at === this.#order.length) this.#at = 0;
    const seq = this.#numbers.take();
    slot.request = request;
    slot.context = request.constant ? null : this.#context(seq);
    slot.message = request.constant ?? request.message(slot.context as RenderContext);
    return true;
  }

  ended(): void {}

  rested(): void {}

  #context(seq: number): RenderContext {
    const { random, wallMs } = this.#options;
    return { seq, row: this.#dataSet?.rowFor(seq, random) ?? null, values: null, random, wallMs };
  }
}

class Sequence implements Scenario {
  /** A turn that fails early takes its row with it, so nobody knows. */
  readonly maxRequests = Number.POSITIVE_INFINITY;
  readonly #options: ScenarioOptions;
  readonly #requests: readonly CompiledRequest[];
  readonly #numbers: Numbers;
  readonly #iterationNumbers: Numbers;
  readonly #dataSet: DataSet | null;
  readonly #rows: number;
  /** Turns that wait; null in a closed load, where each slot keeps its own. */
  readonly #waiting: IterationQueue | null;
  #going = 0;

  constructor(options: ScenarioOptions) {
    this.#options = options;
    const { plan, runId, partition } = options;
    this.#requests = compileRequests(plan, runId);
    this.#numbers = new Numbers(partition);
    this.#iterationNumbers = new Numbers(partition);
    this.#dataSet = plan.data ? parseDataSet(plan.data) : null;
    this.#rows = this.#dataSet?.maxRequests ?? Number.POSITIVE_INFINITY;
    this.#waiting = plan.load.model === 'open' ? new IterationQueue() : null;
  }

  get usedUp(): number | null {
    return this.#iterationNumbers.next >= this.#rows && this.#going === 0 ? this.#rows : null;
  }

  begin(slot: RequestSlot): boolean {
    const iteration = slot.iteration ?? this.#waiting?.shift() ?? this.#newIteration();
    if (!iteration) return false;
    const request = this.#requests[iteration.step] as CompiledRequest;
    const { random, wallMs } = this.#options;
    slot.iteration = iteration;
    slot.request = request;
    slot.context = { seq: this.#numbers.take(), row: iteration.row, values: iteration.values, random, wallMs };
    slot.message = request.message(slot.context);
    return true;
  }

  ended(slot: RequestSlot, failed: boolean): void {
    const iteration = slot.iteration as Iteration;
    const over = failed || ++iteration.step === this.#requests.length;
    if (over) this.#going--;
    else this.#waiting?.push(iteration);
    if (over || this.#waiting) slot.iteration = null;
  }

  rested(slot: RequestSlot): void {
    if (slot.iteration) this.#going--;
    slot.iteration = null;
  }

  #newIteration(): Iteration | null {
    if (this.#iterationNumbers.next >= this.#rows) return null;
    this.#going++;
    return new Iteration(this.#dataSet?.rowFor(this.#iterationNumbers.take(), this.#options.random) ?? null);
  }
}
