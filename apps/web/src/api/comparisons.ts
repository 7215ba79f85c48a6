import { comparisonListSchema, comparisonResultSchema, comparisonSchema } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** Ad hoc: nothing is stored. */
export const comparison = (base: readonly string[], candidate: readonly string[]) =>
  queryOptions({
    queryKey: ['comparison', base, candidate],
    queryFn: ({ signal }) => request(api.comparison(base, candidate), comparisonResultSchema, { signal }),
    staleTime: 60_000,
  });

export const storedComparison = (id: string) =>
  queryOptions({
    queryKey: ['stored-comparison', id],
    queryFn: ({ signal }) => request(api.storedComparison(id), comparisonSchema, { signal }),
    staleTime: 60_000,
  });

export const comparisons = queryOptions({
  queryKey: ['comparisons'],
  queryFn: ({ signal }) => request(api.comparisons, comparisonListSchema, { signal }),
});

export function storeComparison(base: readonly string[], candidate: readonly string[], title?: string) {
  return request(api.comparisons, comparisonSchema, { method: 'POST', body: { base, candidate, ...(title ? { title } : {}) } });
}
