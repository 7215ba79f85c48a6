/** The history as one list: its newest page, asked for again and again, and older pages as somebody scrolls to them. */
import type { RunListItem } from '@plimsoll/contracts/run-list';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { olderRuns, type RunFilters, runs as runsQuery } from '../../api/runs.ts';

const olderAtOnce = 100;

interface Older {
  /** The list that the pages belong to. */
  readonly of: string;
  readonly cursors: readonly string[];
}
/** They are there again for whoever comes back from a run. */
let lastOlder: Older = { of: '', cursors: [] };

export function useRunPages(filters: RunFilters) {
  const first = useQuery(runsQuery(filters));
  const of = JSON.stringify(filters);
  const [older, setOlder] = useState(lastOlder);
  const cursors = older.of === of ? older.cursors : [];
  const pages = useQueries({ queries: cursors.map((cursor) => olderRuns({ ...filters, cursor, limit: olderAtOnce })) });
  const newest = useNewest(of, first.isPlaceholderData ? undefined : first.data?.items, cursors.length > 0);
  const rest: RunListItem[] = [];
  let last = first.data;
  for (const { data } of pages) {
    if (!data) break;
    rest.push(...data.items);
    last = data;
  }
  const waiting = pages.find(({ data }) => data === undefined);
  const next = waiting || first.isPlaceholderData ? null : (last?.nextCursor ?? null);
  return {
    first,
    items: [...(newest ?? first.data?.items ?? []), ...rest],
    /** Asks for the next page; null where none is left, or one is on its way. */
    more:
      next === null
        ? null
        : () => {
            lastOlder = { of, cursors: [...cursors, next] };
            setOlder(lastOlder);
          },
    isWaiting: waiting?.isLoading ?? false,
    error: waiting?.error ?? null,
    retry: () => void waiting?.refetch(),
  };
}

/** While older pages follow, a run that newer ones pushed off the first page stays: else it would stand nowhere. */
function useNewest(of: string, items: readonly RunListItem[] | undefined, isFollowed: boolean): readonly RunListItem[] | undefined {
  const seen = useRef<{ of: string; items: readonly RunListItem[] }>({ of: '', items: [] });
  if (!items) return undefined;
  if (seen.current.of !== of || !isFollowed) seen.current = { of, items };
  else seen.current = { of, items: [...items, ...pushedOff(seen.current.items, items)] };
  return seen.current.items;
}

export function pushedOff(before: readonly RunListItem[], now: readonly RunListItem[]): readonly RunListItem[] {
  return before.slice(before.findLastIndex(({ id }) => now.some((run) => run.id === id)) + 1);
}
