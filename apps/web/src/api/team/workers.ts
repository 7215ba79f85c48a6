import { api } from '@plimsoll/contracts/paths';
import { workerListSchema } from '@plimsoll/contracts/workers';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from '../client.ts';

export const workers = queryOptions({
  queryKey: ['workers'],
  queryFn: ({ signal }) => request(api.workers, workerListSchema, { signal }),
  refetchInterval: 5000,
});

/** `drains`: it takes nothing new; else it takes loads again. */
export function drainWorker({ id, drains }: { readonly id: string; readonly drains: boolean }): Promise<void> {
  return command(api.drainWorker(encodeURIComponent(id)), { method: drains ? 'POST' : 'DELETE' });
}
