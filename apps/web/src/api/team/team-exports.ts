import { api } from '@plimsoll/contracts/paths';
import { teamExportListSchema, teamExportSchema } from '@plimsoll/contracts/team-export';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from '../client.ts';

/** One that waits is looked after. */
const lookEveryMs = 2000;

/** Exports of all that the team has. */
export const teamExports = queryOptions({
  queryKey: ['exports'],
  queryFn: ({ signal }) => request(api.teamExports, teamExportListSchema, { signal }),
  refetchInterval: ({ state }) => (state.data?.items.some(({ state: one }) => one === 'waiting') ? lookEveryMs : false),
});

export function makeTeamExport() {
  return request(api.teamExports, teamExportSchema, { method: 'POST', body: {} });
}

export function removeTeamExport(id: string): Promise<void> {
  return command(api.teamExport(id), { method: 'DELETE' });
}
