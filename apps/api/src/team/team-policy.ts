/** Where a team may aim load: what the operator permits, narrowed by the team's own list. */
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { readTeamTargets } from '@plimsoll/store/team-settings';
import type { ApiContext } from '../context.ts';

export async function readTeamPolicy({ config, db }: Pick<ApiContext, 'config' | 'db'>, teamId: string): Promise<TargetPolicy> {
  return { ...config.targets, team: await readTeamTargets(db, teamId) };
}
