import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { session } from '../../api/team/session.ts';

/** Goes on as somebody else, or for another team: nothing of before is shown. */
export function useArrive(): (path: string) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (path) => {
    queryClient.clear();
    await queryClient.fetchQuery({ ...session, staleTime: 0 });
    router.history.push(path);
  };
}
