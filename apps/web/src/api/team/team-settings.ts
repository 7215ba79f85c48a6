import type { ChangeTeam } from '@plimsoll/contracts/change-team';
import { api } from '@plimsoll/contracts/paths';
import { teamSettingsSchema } from '@plimsoll/contracts/team';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../client.ts';

/** The team's name and its own list of targets. */
export const teamSettings = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => request(api.team, teamSettingsSchema, { signal }),
});

/** Absent settings stay. */
export function changeTeam(change: ChangeTeam) {
  return request(api.team, teamSettingsSchema, { method: 'PUT', body: change });
}
