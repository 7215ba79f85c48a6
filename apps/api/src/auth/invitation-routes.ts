/** Invitations into a team: better-auth's paths with strict bodies. Who holds an invitation's id was sent it, and owns the address. */
import { invitationIdSchema, invitationQuerySchema, inviteSchema } from '@plimsoll/contracts/account';
import { markVerified } from '@plimsoll/store/accounts';
import { invitingTeam } from '@plimsoll/store/invitations';
import { findRole } from '@plimsoll/store/members';
import { accountWord } from '@plimsoll/wording/account-words';
import type { ApiContext } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/schema.ts';
import { signedIn } from './access.ts';
import { tooMany } from './account-limits.ts';
import type { SignedIn } from './auth.ts';
import { forwardToAuth } from './forward-to-auth.ts';

const path = (name: string) => `/api/auth/organization/${name}`;

/** With open sign-up an account's address is not verified: the invitation's secret id does it, as it does for a new account. */
async function trustInvitation({ db }: ApiContext, { user }: SignedIn, invitationId: string): Promise<void> {
  const teamId = await invitingTeam(db, invitationId, user.email);
  if (teamId === null) return;
  if (await findRole(db, user.id, teamId)) throw new ApiError('conflict', accountWord('account.alreadyMember'));
  await markVerified(db, user.email);
}

export const invite: Route = (context) => async (app) => {
  app.post(path('invite-member'), { config: { action: 'person' }, schema: { hide: true, body: inviteSchema } }, async (request, reply) => {
    if (!(await context.limits.invitations.take(signedIn(request).user.id))) throw tooMany('tooManyInvitations');
    return forwardToAuth(context, request, reply);
  });
  app.post(
    path('cancel-invitation'),
    { config: { action: 'person' }, schema: { hide: true, body: invitationIdSchema } },
    (request, reply) => forwardToAuth(context, request, reply),
  );
};

export const acceptInvitation: Route = (context) => async (app) => {
  app.post(
    path('accept-invitation'),
    { config: { action: 'person' }, schema: { hide: true, body: invitationIdSchema } },
    async (request, reply) => {
      await trustInvitation(context, signedIn(request), request.body.invitationId);
      return forwardToAuth(context, request, reply);
    },
  );
  app.get(
    path('get-invitation'),
    { config: { action: 'person' }, schema: { hide: true, querystring: invitationQuerySchema } },
    async (request, reply) => {
      await trustInvitation(context, signedIn(request), request.query.id);
      return forwardToAuth(context, request, reply);
    },
  );
};
