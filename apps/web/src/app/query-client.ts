import { isProblem } from '@plimsoll/client/api-problem';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { onRefusal } from '../api/client.ts';
import { onReach } from '../api/reach.ts';
import { session } from '../api/team/session.ts';

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 3 && isProblem(error, 'unavailable'),
      refetchOnWindowFocus: true,
    },
    // One that waited for the API would start a load minutes after the press.
    mutations: { networkMode: 'always' },
  },
});

/** A session that ended, or a role that changed, while the page stood open: who one is is asked again, and the guard of the next navigation knows. */
onRefusal((error) => {
  if (isProblem(error, 'not_signed_in') || isProblem(error, 'forbidden'))
    void queryClient.invalidateQueries({ queryKey: session.queryKey });
});

/** While the API is away questions wait, and what was answered stays in sight; once it is back all of it is asked again. */
onReach((away) => {
  onlineManager.setOnline(!away);
  if (!away) void queryClient.invalidateQueries();
});
