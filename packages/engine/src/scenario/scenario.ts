/** A scenario says which request a slot sends next. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { RenderContext } from '@plimsoll/network/template';
import type { Partition } from '../pace/partition.ts';
import type { CompiledRequest, Message } from './compiled-request.ts';
import type { Iteration } from './iteration.ts';

/** The fields of a request slot that a scenario writes before each request. */
export interface ScenarioSlot {
  request: CompiledRequest;
  message: Message;
  /** The context that the message was rendered from; null if the message is always the same. */
  context: RenderContext | null;
  /** The iteration that it sends the next step of; null in a mix. */
  iteration: Iteration | null;
}

export interface Scenario {
  /** Gives the slot its next request. Answers false if the data rows are used up and no iteration can go on now. */
  begin(slot: ScenarioSlot): boolean;
  /** The slot's request is over. */
  ended(slot: ScenarioSlot, failed: boolean): void;
  /** The slot sends nothing for a while: its virtual user leaves. */
  deactivated(slot: ScenarioSlot): void;
  /** The number of requests of all partitions that have data rows; Infinity if that is unlimited or not known beforehand. */
  readonly maxRequests: number;
  /** The number of data rows, once all are used up and every iteration is over; else null. */
  readonly usedUp: number | null;
}

export interface ScenarioOptions {
  readonly plan: Plan;
  /** Those of the plan, in its order. */
  readonly requests: readonly CompiledRequest[];
  readonly partition: Partition;
  readonly random: () => number;
  readonly wallMs: () => number;
}
