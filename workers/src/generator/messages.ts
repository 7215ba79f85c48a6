/** Messages between a worker and its generator process, over IPC with structured clone (histograms stay bytes). */
import type { Caps } from '@plimsoll/contracts/caps';
import type { Plan } from '@plimsoll/contracts/plan';
import type { EndReason, Environment } from '@plimsoll/contracts/run';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import type { Sample } from '@plimsoll/contracts/sample';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import type { TurnPlan } from '@plimsoll/contracts/turns';
import type { PartitionRange } from '@plimsoll/engine/partition';

export interface OrderedLoad {
  readonly plan: Plan;
  readonly runId: string;
  readonly policy: TargetPolicy;
  /** The path of the socket that its connections go to, in a drill. */
  readonly detour: string | null;
  readonly caps: Caps;
}

/** One load, or several that are made together. What is said of each is said by its place among them. */
export interface Order {
  readonly loads: readonly OrderedLoad[];
  /** The order in which loads send what is due at once is drawn from it. */
  readonly seed: number;
  /** They take turns; null: they send at once. */
  readonly turns: TurnPlan | null;
  readonly parts: PartitionRange;
  /** From the start of the load until it must be over whatever happens. */
  readonly hardDeadlineMs: number;
}

export interface LoadOver {
  readonly reason: EndReason;
  readonly ending: LoadEnding;
}

export type ToGenerator =
  /** There is no load yet; one of this plan's kind is likely. */
  | { readonly kind: 'warmUp'; readonly plan: Plan }
  /** `keeps`: it may make other loads after these. */
  | { readonly kind: 'prepare'; readonly order: Order; readonly heardAtNs: bigint; readonly keeps: boolean }
  /** Time 0 is this instant of the machine's monotonic clock; null: now. */
  | { readonly kind: 'go'; readonly startNs: bigint | null }
  /** Postgres answered a heartbeat that was sent at this time of the machine's monotonic clock. */
  | { readonly kind: 'heard'; readonly heardAtNs: bigint }
  | { readonly kind: 'stop'; readonly reason: EndReason };

export type FromGenerator =
  | { readonly kind: 'up' }
  /** Set up as ordered: nothing is missing but the start. Only now is known what will send the requests. */
  | { readonly kind: 'ready'; readonly environments: readonly Environment[] }
  /** It has heard what it was told, so it is no victim of its target. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'sample'; readonly load: number; readonly sample: Sample }
  | { readonly kind: 'end'; readonly ends: readonly LoadOver[] }
  /** Its loads ended by their plans and left nothing behind: it could make another one. */
  | { readonly kind: 'free' };
