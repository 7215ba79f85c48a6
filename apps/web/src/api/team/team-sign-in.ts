import { api } from '@plimsoll/contracts/paths';
import { teamSignInSchema } from '@plimsoll/contracts/sign-in';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../client.ts';

/** How the people of the team sign in. */
export const teamSignIn = queryOptions({
  queryKey: ['team-sign-in'],
  queryFn: ({ signal }) => request(api.teamSignIn, teamSignInSchema, { signal }),
});
