import { api } from '@plimsoll/contracts/paths';
import { type AddHost, teamHostSchema, teamHostsSchema } from '@plimsoll/contracts/team-host';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from '../client.ts';

/** Public hosts that the team proves to be its own. */
export const teamHosts = queryOptions({
  queryKey: ['hosts'],
  queryFn: ({ signal }) => request(api.hosts, teamHostsSchema, { signal }),
});

export function addHost(body: AddHost) {
  return request(api.hosts, teamHostSchema, { method: 'POST', body });
}

/** Takes up to 8 seconds. */
export function checkHost(id: string) {
  return request(api.checkHost(id), teamHostSchema, { method: 'POST' });
}

export function removeHost(id: string): Promise<void> {
  return command(api.host(id), { method: 'DELETE' });
}
