import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { session, setupState } from '../api/team/session.ts';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';

/** For whom the app sent to sign in, on the way back to a page of it. */
export function SignInRoute() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { data: state, isError } = useQuery(setupState);
  const enter = async (path: string) => {
    queryClient.clear();
    await queryClient.fetchQuery({ ...session, staleTime: 0 });
    router.history.push(path);
  };
  const ways = state?.ways ?? (isError ? { passwords: true, passkeys: false, provider: null } : null);
  return ways && <SignInPage onSignedIn={enter} ways={ways} />;
}
