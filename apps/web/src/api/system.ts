import { healthSchema } from '@plimsoll/contracts/health';
import { api } from '@plimsoll/contracts/paths';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';
import { fetched } from './later.ts';

/** It brings the address library of the target policy with it: fetched by pages that ask for it. */
const schemas = () => fetched(() => import('@plimsoll/contracts/system'));

export const health = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => request(api.health, healthSchema, { signal, answersWith: 503 }),
  refetchInterval: 10_000,
});

export const system = queryOptions({
  queryKey: ['system'],
  queryFn: async ({ signal }) => request(api.system, (await schemas()).systemSchema, { signal }),
  // The labels of workers change with them.
  staleTime: 30_000,
});
