import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { session } from '../api/team/session.ts';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';

/** For whom the app sent to sign in, on the way back to a page of it. */
export function SignInRoute() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const enter = async (path: string) => {
    queryClient.clear();
    await queryClient.fetchQuery({ ...session, staleTime: 0 });
    router.history.push(path);
  };
  return <SignInPage onSignedIn={enter} />;
}
