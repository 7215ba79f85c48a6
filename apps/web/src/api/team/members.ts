import { type changeMemberSchema, memberListSchema, memberSchema } from '@plimsoll/contracts/members';
import { createdPasswordResetSchema } from '@plimsoll/contracts/password-resets';
import { api } from '@plimsoll/contracts/paths';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { command, request } from '../client.ts';

export const members = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => request(api.members, memberListSchema, { signal }),
});

export function changeMember({ userId, ...change }: z.input<typeof changeMemberSchema> & { userId: string }) {
  return request(api.member(userId), memberSchema, { method: 'PATCH', body: change });
}

/** Removes, or leaves where it is oneself. */
export function removeMember(userId: string): Promise<void> {
  return command(api.member(userId), { method: 'DELETE' });
}

/** A link by which the member sets a new password; shown this once. */
export function createPasswordReset(userId: string) {
  return request(api.passwordResets, createdPasswordResetSchema, { method: 'POST', body: { userId } });
}
