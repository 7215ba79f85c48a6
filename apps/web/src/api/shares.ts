import { api } from '@plimsoll/contracts/paths';
import { planBadgeSchema, planBadgeStateSchema } from '@plimsoll/contracts/saved-plan';
import { createdShareSchema, type createShareSchema, revokedSharesSchema, sharedSchema, shareListSchema } from '@plimsoll/contracts/share';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { command, request } from './client.ts';

export const shares = queryOptions({
  queryKey: ['shares'],
  queryFn: ({ signal }) => request(api.shares, shareListSchema, { signal }),
});

/** The content of a share link, for anybody who has it. */
export const shared = (token: string) =>
  queryOptions({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => request(api.shared(token), sharedSchema, { signal }),
    staleTime: 60_000,
    retry: false,
  });

export function createShare(input: z.input<typeof createShareSchema>) {
  return request(api.shares, createdShareSchema, { method: 'POST', body: input });
}

export function revokeShare(id: string): Promise<void> {
  return command(api.share(id), { method: 'DELETE' });
}

/** Every link and badge of the team. */
export function revokeAllShares() {
  return request(api.shares, revokedSharesSchema, { method: 'DELETE' });
}

export const planBadge = (planId: string) =>
  queryOptions({
    queryKey: ['badge', planId],
    queryFn: ({ signal }) => request(api.planBadge(planId), planBadgeStateSchema, { signal }),
  });

export function turnOnBadge(planId: string) {
  return request(api.planBadge(planId), planBadgeSchema, { method: 'POST' });
}

export function turnOffBadge(planId: string): Promise<void> {
  return command(api.planBadge(planId), { method: 'DELETE' });
}
