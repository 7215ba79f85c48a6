import { isProblem } from '@plimsoll/client/api-problem';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { session } from '../api/team/session.ts';

/** A session that ended, or a role that changed, while the page stood open: who one is is asked again, and the guard of the next navigation knows. */
function onError(error: unknown): void {
  if (isProblem(error, 'not_signed_in') || isProblem(error, 'forbidden'))
    void queryClient.invalidateQueries({ queryKey: session.queryKey });
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 3 && isProblem(error, 'unavailable'),
      refetchOnWindowFocus: true,
    },
  },
});
