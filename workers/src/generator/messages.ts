/** Messages between a worker and its generator process, over IPC with structured clone (histograms stay bytes). */
import type { Caps } from '@plimsoll/contracts/caps';
import type { Plan } from '@plimsoll/contracts/plan';
import type { EndReason, Environment } from '@plimsoll/contracts/run';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import type { Sample } from '@plimsoll/contracts/sample';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import type { PartitionRange } from '@plimsoll/engine/partition';

export interface Order {
  readonly plan: Plan;
  readonly runId: string;
  readonly policy: TargetPolicy;
  readonly caps: Caps;
  readonly parts: PartitionRange;
  /** From the start of the load until it must be over whatever happens. */
  readonly hardDeadlineMs: number;
}

export type ToGenerator =
  /** There is no load yet; one of this plan's kind is likely. */
  | { readonly kind: 'warmUp'; readonly plan: Plan }
  | { readonly kind: 'prepare'; readonly order: Order; readonly heardAtNs: bigint }
  /** Time 0 is this instant of the machine's monotonic clock; null: now. */
  | { readonly kind: 'go'; readonly startNs: bigint | null }
  /** Postgres answered a heartbeat that was sent at this time of the machine's monotonic clock. */
  | { readonly kind: 'heard'; readonly heardAtNs: bigint }
  | { readonly kind: 'stop'; readonly reason: EndReason };

export type FromGenerator =
  | { readonly kind: 'up' }
  /** Set up as ordered: nothing is missing but the start. Only now is known what will send the requests. */
  | { readonly kind: 'ready'; readonly environment: Environment }
  /** It has heard what it was told, so it is no victim of its target. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'sample'; readonly sample: Sample }
  | { readonly kind: 'end'; readonly reason: EndReason; readonly ending: LoadEnding };
