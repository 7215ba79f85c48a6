import type { RunListItem } from '@plimsoll/contracts/run-list';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { newPoints } from '../../api/runs.ts';

const askMs = 2_000;

/** p95 response time in µs of the newest second of a run under way that answered anything; null before there is one. */
export function useLiveP95({ id, state }: Pick<RunListItem, 'id' | 'state'>): number | null {
  // The known figure is not asked for again.
  const seen = useRef<{ sequence: number; p95Us: number | null }>({ sequence: 0, p95Us: null });
  const { data } = useQuery({
    queryKey: ['live-p95', id],
    queryFn: async ({ signal }) => {
      const { points, lastSequence } = await newPoints(id, seen.current.sequence, signal);
      const newest = points.findLast((point) => point.responseTime.p95Us !== null);
      seen.current = { sequence: lastSequence, p95Us: newest?.responseTime.p95Us ?? seen.current.p95Us };
      return seen.current.p95Us;
    },
    enabled: state === 'running',
    refetchInterval: askMs,
    gcTime: 0,
  });
  return data ?? null;
}
