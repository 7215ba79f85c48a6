import { api } from '@plimsoll/contracts/paths';
import { runTracesSchema } from '@plimsoll/contracts/run-traces';
import type { RunWindow } from '@plimsoll/contracts/window';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** The slowest sampled requests of a run that is over, or of some of its seconds. */
export const runTraces = (id: string, window: RunWindow | null) =>
  queryOptions({
    queryKey: ['run-traces', id, window],
    queryFn: ({ signal }) => {
      const query = window ? `?${new URLSearchParams({ from: String(window.from), to: String(window.to) })}` : '';
      return request(`${api.traces(id)}${query}`, runTracesSchema, { signal });
    },
    placeholderData: keepPreviousData,
  });
