import { comparisonListSchema, comparisonResultSchema, comparisonSchema } from '@plimsoll/contracts/comparison';
import { api } from '@plimsoll/contracts/paths';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** Seconds of every run from its start, from ≤ second < to. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Ad hoc: nothing is stored. */
export const comparison = (base: readonly string[], candidate: readonly string[], window: Window | null = null) =>
  queryOptions({
    queryKey: ['comparison', base, candidate, window],
    queryFn: ({ signal }) => {
      const path = api.comparison(base, candidate);
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

export function storeComparison(base: readonly string[], candidate: readonly string[], title?: string) {
  return request(api.comparisons, comparisonSchema, { method: 'POST', body: { base, candidate, ...(title ? { title } : {}) } });
}
