/** Where a claimed run may go: what the operator of this worker permits, narrowed by the list of the run's team. */
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import type { Claim } from '@plimsoll/store/run-claim';
import type { WorkerConfig } from '../config.ts';

export function claimPolicy({ targets }: Pick<WorkerConfig, 'targets'>, { teamTargets }: Pick<Claim, 'teamTargets'>): TargetPolicy {
  return { ...targets, team: [...teamTargets] };
}
