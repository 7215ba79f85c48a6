/** Where a claimed run may go: what the operator of this worker permits, narrowed by the list of the run's team, and what it proved. */
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import type { Claim } from '@plimsoll/store/run-claim';
import type { WorkerConfig } from '../config.ts';

/** A claim whose hosts were looked at. */
export interface ProvenClaim extends Claim {
  readonly proven: NonNullable<TargetPolicy['proven']>;
  /** The path of the socket that its connections go to, in a drill; null: to the target. */
  readonly detour: string | null;
}

export function claimPolicy(
  { targets }: Pick<WorkerConfig, 'targets'>,
  { teamTargets, proven }: Pick<ProvenClaim, 'teamTargets' | 'proven'>,
): TargetPolicy {
  return { ...targets, team: [...teamTargets], proven };
}
