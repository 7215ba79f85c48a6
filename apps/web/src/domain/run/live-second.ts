import type { RunState } from '@plimsoll/contracts/run';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { newPoints } from '../../api/run-figures.ts';

const askMs = 2_000;

interface LiveSecond {
  readonly goodPerSecond: number;
  readonly failed: number;
  /** Null where no answer was timed. */
  readonly p95Us: number | null;
}

/** The newest second of a run under way that answered anything; null before there is one. */
export function useLiveSecond({ id, state }: { readonly id: string; readonly state: RunState | null }): LiveSecond | null {
  // The known seconds are not asked for again.
  const seen = useRef<{ id: string; sequence: number; second: LiveSecond | null }>({ id, sequence: 0, second: null });
  if (seen.current.id !== id) seen.current = { id, sequence: 0, second: null };
  const { data } = useQuery({
    queryKey: ['live-second', id],
    queryFn: async ({ signal }) => {
      const { points, lastSequence } = await newPoints(id, seen.current.sequence, signal);
      const newest = points.findLast((point) => point.responseTime.p95Us !== null || point.failed > 0);
      const second = newest && {
        goodPerSecond: (newest.done * 1000) / newest.lengthMs,
        failed: newest.failed,
        p95Us: newest.responseTime.p95Us,
      };
      seen.current = { id, sequence: lastSequence, second: second ?? seen.current.second };
      return seen.current.second;
    },
    enabled: state === 'running',
    refetchInterval: askMs,
    gcTime: 0,
  });
  return data ?? null;
}
