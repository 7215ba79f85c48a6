import { type LatencyTimes, latencySchema } from '@plimsoll/contracts/latency';
import { api } from '@plimsoll/contracts/paths';
import type { RunWindow } from '@plimsoll/contracts/window';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** The spread of one of a run's times; while another is asked for, the last one stays. */
export const latency = (id: string, times: LatencyTimes, window: RunWindow | null) =>
  queryOptions({
    queryKey: ['latency', id, times, window],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ times, ...(window ? { from: String(window.from), to: String(window.to) } : {}) });
      return request(`${api.latency(id)}?${query}`, latencySchema, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
