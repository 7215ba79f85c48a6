/** Which request goes out next. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { RequestSlot } from '../connection/request-slot.ts';
import type { Partition } from '../threads/partition.ts';

export interface Scenario {
  /** Gives the slot its next request, or answers false: the data rows are used up, and no turn can go on now. */
  begin(slot: RequestSlot): boolean;
  /** The slot's request is over. */
  ended(slot: RequestSlot, failed: boolean): void;
  /** The slot sends nothing for a while: its user leaves. */
  deactivated(slot: RequestSlot): void;
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
