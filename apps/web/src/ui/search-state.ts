/** View state lives in the URL: read it through a schema, change it in place. */
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { z } from 'zod';

type Change = Record<string, string | readonly string[] | undefined>;

/** `[state, change]`; a change replaces the history entry unless told to push. */
export function useSearchState<S extends z.ZodType>(schema: S): [z.output<S>, (change: Change, options?: { push?: boolean }) => void] {
  const raw = useRouterState({ select: (state) => state.location.search as Record<string, unknown> });
  const navigate = useNavigate();
  const value = useMemo(() => schema.parse(raw), [schema, raw]);
  const change = useCallback(
    (next: Change, options?: { push?: boolean }) => {
      void navigate({
        to: '.',
        search: (previous) => ({ ...previous, ...next }),
        replace: !options?.push,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [value, change];
}
