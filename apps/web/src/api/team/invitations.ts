import { type Session, sessionSchema } from '@plimsoll/contracts/account';
import {
  type acceptInvitationSchema,
  createdInvitationSchema,
  invitationListSchema,
  type inviteSchema,
  openInvitationSchema,
} from '@plimsoll/contracts/invitations';
import { api } from '@plimsoll/contracts/paths';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { command, request } from '../client.ts';

export const invitations = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => request(api.invitations, invitationListSchema, { signal }),
});

export function invite(input: z.input<typeof inviteSchema>) {
  return request(api.invitations, createdInvitationSchema, { method: 'POST', body: input });
}

export function revokeInvitation(id: string): Promise<void> {
  return command(api.invitation(id), { method: 'DELETE' });
}

/** The invitation as an invited person sees it. */
export const openInvitation = (token: string) =>
  queryOptions({
    queryKey: ['open-invitation', token],
    queryFn: ({ signal }) => request(api.openInvitation(token), openInvitationSchema, { signal }),
    retry: false,
  });

/** With a password a new account is made and signed in; without one the signed-in person joins. */
export function acceptInvitation(input: z.input<typeof acceptInvitationSchema>): Promise<Session> {
  return request(api.acceptInvitation, sessionSchema, { method: 'POST', body: input });
}
