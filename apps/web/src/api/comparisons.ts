import {
  type ComparedWindow,
  type CreateComparison,
  comparisonListSchema,
  comparisonResultSchema,
  comparisonSchema,
} from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** Ad hoc: nothing is stored. At least one candidate. */
export const comparison = (base: readonly string[], candidates: readonly (readonly string[])[], window: ComparedWindow | null = null) =>
  queryOptions({
    queryKey: ['comparison', base, candidates, window],
    queryFn: ({ signal }) => {
      const path = api.comparison(base, ...candidates);
      return request(window ? `${path}&from=${window.from}&to=${window.to}` : path, comparisonResultSchema, { signal });
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
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

export function storeComparison(comparison: CreateComparison) {
  return request(api.comparisons, comparisonSchema, { method: 'POST', body: comparison });
}
