/** Messages between the command and its generator process, over IPC with structured clone (histograms stay bytes). */
import type { Plan } from '@plimsoll/contracts/plan';
import type { EndReason, Environment } from '@plimsoll/contracts/run';
import type { LoadEnding } from '@plimsoll/contracts/run-ending';
import type { Sample } from '@plimsoll/contracts/sample';
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import type { TurnPlan } from '@plimsoll/contracts/turns';

/** The argument by which the command's own file is a generator. */
export const generatorMark = '--plimsoll-generator';

/** Loads that are made together; one by itself is one of them. */
export interface LocalOrder {
  readonly loads: readonly { readonly plan: Plan; readonly runId: string }[];
  readonly turns: TurnPlan | null;
  readonly policy: TargetPolicy;
  readonly threads: number;
  readonly seed: number;
}
export interface LoadOver {
  readonly reason: EndReason;
  readonly ending: LoadEnding;
}
export type ToGenerator = { readonly kind: 'make'; readonly order: LocalOrder } | { readonly kind: 'stop' };
export type FromGenerator =
  | { readonly kind: 'ready'; readonly environments: readonly Environment[] }
  | { readonly kind: 'sample'; readonly load: number; readonly sample: Sample }
  | { readonly kind: 'end'; readonly ends: readonly LoadOver[] };
