/** Where a team may aim load: what the operator permits, narrowed by the team's own list, and the hosts that it has proved. */
import type { TargetPolicy } from '@plimsoll/contracts/target-policy';
import { listTeamHosts } from '@plimsoll/store/team-hosts';
import { readTeamTargets } from '@plimsoll/store/team-settings';
import type { ApiContext } from '../context.ts';

export async function readTeamPolicy({ config, db }: Pick<ApiContext, 'config' | 'db'>, teamId: string): Promise<TargetPolicy> {
  const team = await readTeamTargets(db, teamId);
  if (config.targets.mode !== 'public-verified') return { ...config.targets, team };
  // One whose proof was not found last is taken: it is looked for again when the run begins.
  const proven = (await listTeamHosts(db, teamId)).filter(({ provenAt }) => provenAt !== null);
  return { ...config.targets, team, proven: proven.map(({ host, addresses }) => ({ host, addresses: [...addresses] })) };
}
