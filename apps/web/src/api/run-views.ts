import { api } from '@plimsoll/contracts/paths';
import { type RunView, runViewListSchema, runViewSchema, type ViewFilters } from '@plimsoll/contracts/run-view';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from './client.ts';
import { withoutGoing } from './going.ts';

export const runViews = queryOptions({
  queryKey: ['run-views'],
  queryFn: async ({ signal }) => withoutGoing(await request(api.runViews, runViewListSchema, { signal })),
  staleTime: 30_000,
});

export function keepRunView(name: string, filters: ViewFilters): Promise<RunView> {
  return request(api.runViews, runViewSchema, { method: 'POST', body: { name, filters } });
}

export function removeRunView(id: string): Promise<void> {
  return command(api.runView(id), { method: 'DELETE' });
}
