import { api } from '@plimsoll/contracts/paths';
import { type Hold, holdSchema, type StopAll, type StoppedAll, stoppedAllSchema } from '@plimsoll/contracts/stop-all';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from '../client.ts';

/** Is all load held? For the owners of the installation. */
export const hold = queryOptions({
  queryKey: ['hold'],
  queryFn: ({ signal }): Promise<Hold> => request(api.stopAll, holdSchema, { signal }),
  refetchInterval: 10_000,
});

/** Stops the loads of the team, or of every team, and holds what would start. */
export function stopAll(asked: StopAll): Promise<StoppedAll> {
  return request(api.stopAll, stoppedAllSchema, { method: 'POST', body: asked });
}

export function releaseAll(): Promise<void> {
  return command(api.stopAll, { method: 'DELETE' });
}
