import { api } from '@plimsoll/contracts/paths';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** The schemas bring the address library of the target policy with them: loaded apart, so that the first page does not wait for it. */
const schemas = () => import('@plimsoll/contracts/system');

export const health = queryOptions({
  queryKey: ['health'],
  queryFn: async ({ signal }) => request(api.health, (await schemas()).healthSchema, { signal, answersWith: 503 }),
  refetchInterval: 10_000,
});

export const system = queryOptions({
  queryKey: ['system'],
  queryFn: async ({ signal }) => request(api.system, (await schemas()).systemSchema, { signal }),
  // The labels of workers change with them.
  staleTime: 30_000,
});
