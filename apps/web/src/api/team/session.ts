import { isProblem } from '@plimsoll/client/api-problem';
import { type Session, sessionSchema, setupDoneSchema, setupStateSchema } from '@plimsoll/contracts/account';
import { parseKnown } from '@plimsoll/contracts/known-keys';
import { api } from '@plimsoll/contracts/paths';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from '../client.ts';
import { askSession } from './door.ts';

/** Does the installation still lack its owner? */
export const setupState = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => request(api.setup, setupStateSchema, { signal }),
  staleTime: 60_000,
});

/** The signed-in person; null for nobody. */
export const session = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return parseKnown(sessionSchema, await askSession(signal));
    } catch (error) {
      if (isProblem(error, 'not_signed_in')) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

export interface SetupInput {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly team: string;
}

export function setUp(input: SetupInput) {
  return request(api.setup, setupDoneSchema, { method: 'POST', body: input });
}

/** Signs out every other device of the person, and keeps this one. */
export function changePassword(input: { readonly currentPassword: string; readonly newPassword: string }): Promise<void> {
  return command(api.changePassword, { method: 'POST', body: input });
}
