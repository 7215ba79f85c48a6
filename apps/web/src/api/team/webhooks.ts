import { api } from '@plimsoll/contracts/paths';
import {
  type ChangeWebhook,
  type CreateWebhook,
  createdWebhookSchema,
  deliveryListSchema,
  deliverySchema,
  webhookListSchema,
  webhookSchema,
} from '@plimsoll/contracts/webhook';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { command, request } from '../client.ts';

/** Who is told of what happens. */
export const webhooks = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => request(api.webhooks, webhookListSchema, { signal }),
  refetchInterval: ({ state }) => (state.data?.items.some(({ waiting }) => waiting > 0) ? 5000 : false),
});

/** A message that waits is looked after. */
const lookEveryMs = 2000;

export const deliveries = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', id],
    queryFn: ({ pageParam, signal }) =>
      request(`${api.deliveries(id)}?limit=20${pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`}`, deliveryListSchema, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? lookEveryMs : false),
  });

/** Is it sent within moments? */
export function isUnderWay({ state, dueAt }: { readonly state: string; readonly dueAt: string | null }): boolean {
  return state === 'waiting' && dueAt !== null && Date.parse(dueAt) < Date.now() + lookEveryMs;
}

export function createWebhook(body: CreateWebhook) {
  return request(api.webhooks, createdWebhookSchema, { method: 'POST', body });
}

export function changeWebhook({ id, ...body }: ChangeWebhook & { readonly id: string }) {
  return request(api.webhook(id), webhookSchema, { method: 'PATCH', body });
}

export function removeWebhook(id: string): Promise<void> {
  return command(api.webhook(id), { method: 'DELETE' });
}

export function rotateSecret(id: string) {
  return request(api.webhookSecret(id), z.strictObject({ secret: z.string() }), { method: 'POST' });
}

export function testWebhook(id: string) {
  return request(api.testWebhook(id), deliverySchema, { method: 'POST' });
}

export function sendAgain({ webhookId, id }: { readonly webhookId: string; readonly id: string }) {
  return request(api.deliverAgain(webhookId, id), deliverySchema, { method: 'POST' });
}
