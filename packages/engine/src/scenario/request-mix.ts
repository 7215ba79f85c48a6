import type { RenderContext } from '@plimsoll/network/template';
import { PartitionNumbers } from '../pace/partition-numbers.ts';
import type { CompiledRequest } from './compiled-request.ts';
import { type DataSet, parseDataSet } from './data-set.ts';
import type { Scenario, ScenarioOptions, ScenarioSlot } from './scenario.ts';
import { weightedRoundRobin } from './weighted-round-robin.ts';

/** Chooses each request by weight. A plan with one target is a mix of one. */
export class RequestMix implements Scenario {
  readonly maxRequests: number;
  readonly usedUp = null;
  readonly #options: ScenarioOptions;
  readonly #requests: readonly CompiledRequest[];
  readonly #order: Uint8Array;
  readonly #numbers: PartitionNumbers;
  readonly #dataSet: DataSet | null;
  #at: number;

  constructor(options: ScenarioOptions) {
    this.#options = options;
    const { plan, requests, partition } = options;
    this.#requests = requests;
    this.#order = weightedRoundRobin(plan.requests?.map(({ weight }) => weight) ?? [1]);
    this.#numbers = new PartitionNumbers(partition);
    this.#dataSet = plan.data ? parseDataSet(plan.data) : null;
    this.maxRequests = this.#dataSet?.maxRequests ?? Number.POSITIVE_INFINITY;
    // Each partition begins at another index, so that short partitions together are close to the whole mix.
    this.#at = Math.floor((partition.index * this.#order.length) / partition.of) % this.#order.length;
  }

  begin(slot: ScenarioSlot): boolean {
    const request = this.#requests[this.#order[this.#at] as number] as CompiledRequest;
    if (++this.#at === this.#order.length) this.#at = 0;
    const seq = this.#numbers.take();
    slot.request = request;
    slot.context = request.constant ? null : this.#context(seq);
    slot.message = request.constant ?? request.message(slot.context as RenderContext);
    return true;
  }

  ended(): void {}

  deactivated(): void {}

  #context(seq: number): RenderContext {
    const { random, wallMs } = this.#options;
    return { seq, row: this.#dataSet?.rowFor(seq, random) ?? null, values: null, random, wallMs };
  }
}
