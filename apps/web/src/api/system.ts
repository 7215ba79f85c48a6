import { api } from '@plimsoll/contracts/paths';
import { healthSchema, systemSchema } from '@plimsoll/contracts/system';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

export const health = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => request(api.health, healthSchema, { signal }),
  refetchInterval: 10_000,
});

export const system = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => request(api.system, systemSchema, { signal }),
  staleTime: 300_000,
});
