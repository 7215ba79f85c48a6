/** A scenario says which request a slot sends next. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { RequestSlot } from '../connection/request-slot.ts';
import type { Partition } from '../threads/partition.ts';

export interface Scenario {
  /** Gives the slot its next request. Answers false if the data rows are used up and no iteration can go on now. */
  begin(slot: RequestSlot): boolean;
  /** The slot's request is over. */
  ended(slot: RequestSlot, failed: boolean): void;
  /** The slot sends nothing for a while: its virtual user leaves. */
  deactivated(slot: RequestSlot): void;
  /** How many requests all partitions have data rows for; Infinity if that is unlimited or not known beforehand. */
  readonly maxRequests: number;
  /** The number of data rows, once all are used up and every iteration is over; else null. */
  readonly usedUp: number | null;
}

export interface ScenarioOptions {
  readonly plan: Plan;
  readonly runId: string;
  readonly partition: Partition;
  readonly random: () => number;
  readonly wallMs: () => number;
}
