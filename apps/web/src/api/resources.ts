import { api } from '@plimsoll/contracts/paths';
import { resourcesSchema, uploadedSchema } from '@plimsoll/contracts/resources';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** `live`: asked again while the run is under way. */
export const resources = (runId: string, { live = false } = {}) =>
  queryOptions({
    queryKey: ['resources', runId],
    queryFn: ({ signal }) => request(api.runResources(runId), resourcesSchema, { signal }),
    refetchInterval: live ? 4000 : false,
    staleTime: live ? 0 : 30_000,
  });

/** `table`: CSV with a column of times. */
export function uploadResources(runId: string, source: string, table: string) {
  return request(`${api.runResources(runId)}?source=${encodeURIComponent(source)}`, uploadedSchema, { method: 'POST', table });
}
