/**
 * In a sequence each iteration is one virtual user's way through all requests, with one data row. A request that failed ends its iteration.
 *
 * A slot of a closed load is one user and has its own iteration. The rate of an open load is requests per second, whatever they are: each
 * due request takes the next step of the iteration that has waited longest since its last response. Where none waits it begins a new
 * one, so that no due time ever waits for a response.
 */
import { PartitionNumbers } from '../pace/partition-numbers.ts';
import type { CompiledRequest } from './compiled-request.ts';
import { type DataSet, parseDataSet } from './data-set.ts';
import { Iteration, IterationQueue } from './iteration.ts';
import type { Scenario, ScenarioOptions, ScenarioSlot } from './scenario.ts';

export class RequestSequence implements Scenario {
  /** An iteration that fails early uses its row up, so the number of requests is not known. */
  readonly maxRequests = Number.POSITIVE_INFINITY;
  readonly #options: ScenarioOptions;
  readonly #requests: readonly CompiledRequest[];
  readonly #numbers: PartitionNumbers;
  readonly #iterationNumbers: PartitionNumbers;
  readonly #dataSet: DataSet | null;
  readonly #rows: number;
  /** Iterations that wait for their next request; null in a closed load, where each slot keeps its own. */
  readonly #waiting: IterationQueue | null;
  #going = 0;

  constructor(options: ScenarioOptions) {
    this.#options = options;
    const { plan, requests, partition } = options;
    this.#requests = requests;
    this.#numbers = new PartitionNumbers(partition);
    this.#iterationNumbers = new PartitionNumbers(partition);
    this.#dataSet = plan.data ? parseDataSet(plan.data) : null;
    this.#rows = this.#dataSet?.maxRequests ?? Number.POSITIVE_INFINITY;
    this.#waiting = plan.load.model === 'open' ? new IterationQueue() : null;
  }

  get usedUp(): number | null {
    return this.#iterationNumbers.next >= this.#rows && this.#going === 0 ? this.#rows : null;
  }

  begin(slot: ScenarioSlot): boolean {
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

  ended(slot: ScenarioSlot, failed: boolean): void {
    const iteration = slot.iteration as Iteration;
    const over = failed || ++iteration.step === this.#requests.length;
    if (over) this.#going--;
    else this.#waiting?.push(iteration);
    if (over || this.#waiting) slot.iteration = null;
  }

  deactivated(slot: ScenarioSlot): void {
    if (slot.iteration) this.#going--;
    slot.iteration = null;
  }

  #newIteration(): Iteration | null {
    if (this.#iterationNumbers.next >= this.#rows) return null;
    this.#going++;
    return new Iteration(this.#dataSet?.rowFor(this.#iterationNumbers.take(), this.#options.random) ?? null);
  }
}
