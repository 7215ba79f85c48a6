import { api } from '@plimsoll/contracts/paths';
import { type Hold, holdSchema, type StoppedAll, stoppedAllSchema } from '@plimsoll/contracts/stop-all';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from './client.ts';

/** Is all load held? For the owners of the installation. */
export const hold = queryOptions({
  queryKey: ['hold'],
  queryFn: ({ signal }): Promise<Hold> => request(api.stopAll, holdSchema, { signal }),
  refetchInterval: 10_000,
});

/** Stops every load of every team; nothing starts until it is released. */
export function stopAll(): Promise<StoppedAll> {
  return request(api.stopAll, stoppedAllSchema, { method: 'POST', body: { hold: true } });
}

export function releaseAll(): Promise<void> {
  return command(api.stopAll, { method: 'DELETE' });
}
