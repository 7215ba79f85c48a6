import { api } from '@plimsoll/contracts/paths';
import { createdShareSchema, type Hideable, sharedSchema, shareListSchema } from '@plimsoll/contracts/share';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from './client.ts';

export const shares = queryOptions({
  queryKey: ['shares'],
  queryFn: ({ signal }) => request(api.shares, shareListSchema, { signal }),
});

/** What anybody with the link sees. */
export const shared = (token: string) =>
  queryOptions({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => request(api.shared(token), sharedSchema, { signal }),
    staleTime: 60_000,
    retry: false,
  });

export interface ShareInput {
  readonly runId?: string;
  readonly comparisonId?: string;
  readonly expiresInDays: number;
  readonly hide: readonly Hideable[];
}

export function createShare(input: ShareInput) {
  return request(api.shares, createdShareSchema, { method: 'POST', body: input });
}

export function revokeShare(id: string): Promise<void> {
  return command(api.share(id), { method: 'DELETE' });
}
