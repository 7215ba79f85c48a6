import { api } from '@plimsoll/contracts/paths';
import { type Retention, retentionFreedSchema, teamStorageSchema } from '@plimsoll/contracts/retention';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../client.ts';

/** The storage of the team, and the last removal. */
export const teamStorage = queryOptions({
  queryKey: ['storage'],
  queryFn: ({ signal }) => request(api.teamStorage, teamStorageSchema, { signal }),
});

/** The storage that these rules would free now. */
export function previewRetention({ samplesDays, runsDays }: Retention) {
  const query = new URLSearchParams();
  if (samplesDays !== null) query.set('samplesDays', String(samplesDays));
  if (runsDays !== null) query.set('runsDays', String(runsDays));
  return request(`${api.retentionPreview}?${query}`, retentionFreedSchema);
}
