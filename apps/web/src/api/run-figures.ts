/** The figures behind one run: a list of runs does without their schemas. */
import { curveSchema } from '@plimsoll/contracts/curve';
import { api } from '@plimsoll/contracts/paths';
import { samplesSchema } from '@plimsoll/contracts/sample-points';
import { storySchema } from '@plimsoll/contracts/story';
import { summarySchema } from '@plimsoll/contracts/summary';
import type { RunWindow } from '@plimsoll/contracts/window';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** A path that answers for some seconds of a run alone; for all of them without a window. */
function ofSeconds(path: string, window: RunWindow | null): string {
  return window ? `${path}?from=${window.from}&to=${window.to}` : path;
}

/** Points that the server made, at most 600. While those of another window are asked for, the last ones stay. */
export const samples = (id: string, window: RunWindow | null = null) =>
  queryOptions({
    queryKey: ['samples', id, window],
    queryFn: ({ signal }) => request(ofSeconds(api.samples(id), window), samplesSchema, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How often the points of regions are asked for while a run goes on. */
const regionsEveryMs = 3000;

/** The same of one region of a run; of one under way again and again. */
export const regionSamples = (
  id: string,
  region: string,
  { window, live }: { readonly window: RunWindow | null; readonly live: boolean },
) =>
  queryOptions({
    queryKey: ['samples', id, 'region', region, window, live],
    queryFn: ({ signal }) => {
      const path = ofSeconds(api.samples(id), window);
      return request(`${path}${window ? '&' : '?'}region=${encodeURIComponent(region)}`, samplesSchema, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: live ? 0 : Number.POSITIVE_INFINITY,
    refetchInterval: live && regionsEveryMs,
  });

/** Points of the seconds that came after this sequence number. */
export function newPoints(id: string, after: number, signal: AbortSignal) {
  return request(`${api.samples(id)}?after=${after}`, samplesSchema, { signal });
}

export const curve = (id: string, window: RunWindow | null = null) =>
  queryOptions({
    queryKey: ['curve', id, window],
    queryFn: ({ signal }) => request(ofSeconds(api.curve(id), window), curveSchema, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The figures of some seconds. */
export const windowSummary = (id: string, window: RunWindow) =>
  queryOptions({
    queryKey: ['summary', id, window],
    queryFn: ({ signal }) => request(ofSeconds(api.windowSummary(id), window), summarySchema, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The story so far while the run goes on; it is asked for again every `everyMs`. */
export const story = (id: string, everyMs: number | false = false) =>
  queryOptions({
    queryKey: ['story', id],
    queryFn: ({ signal }) => request(api.story(id), storySchema, { signal }),
    staleTime: everyMs === false ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: everyMs,
  });
