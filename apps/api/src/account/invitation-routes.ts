/** Invitations into the team: made, listed, revoked; and what an invited person sees. */
import {
  createdInvitationSchema,
  invitationListSchema,
  inviteSchema,
  type MailState,
  openInvitationSchema,
} from '@plimsoll/contracts/invitations';
import { api } from '@plimsoll/contracts/paths';
import { audited } from '@plimsoll/store/audited';
import {
  type FoundInvitation,
  findInvitation,
  insertInvitation,
  listInvitations,
  markMailed,
  revokeInvitation,
} from '@plimsoll/store/invitations';
import { findLanguage } from '@plimsoll/store/own-account';
import { invitationMail } from '@plimsoll/wording/mail-text';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { removalRoute } from '../audit/removal-route.ts';
import { teamCaller } from '../auth/access.ts';
import { tooMany } from '../auth/account-limits.ts';
import { listingRoute } from '../auth/reading-route.ts';
import type { ApiContext } from '../context.ts';
import { notFound } from '../http/api-error.ts';
import { hashOfLinkToken, markSecretPage, newLinkToken } from '../http/link-token.ts';
import { originOf } from '../http/origin.ts';
import { errors, type Route } from '../http/schema.ts';
import { tryToMail } from '../mail/mailer.ts';

const dayMs = 86_400_000;
/** Page of the web that takes an invitation. */
const pageOf = (token: string) => `/join/${token}`;

/** A mail that fails loses nothing: the link is in the answer. */
async function mailInvitation(
  { db, mailer, auth }: ApiContext,
  log: FastifyBaseLogger,
  token: string,
  { id, email, ...invitation }: FoundInvitation,
): Promise<MailState> {
  if (!mailer || email === null) return 'off';
  // Mails take our address from the settings, never from a request.
  const receiver = { email, language: await findLanguage(db, email) };
  const sent = await tryToMail(mailer, log, receiver, () => invitationMail({ ...invitation, url: auth.origin + pageOf(token) }));
  if (sent) await markMailed(db, id);
  return sent ? 'sent' : 'failed';
}

export const invite: Route = (context) => async (app) => {
  const { db, config, limits } = context;
  app.post(
    api.invitations,
    {
      config: { action: 'invitation.create' },
      schema: {
        summary: 'Invite somebody by a link, which is shown this once, and by mail where the installation sends any.',
        description:
          'An open invitation for the same address ends. Only an owner invites owners. A mail that fails leaves the link as it is.',
        tags: ['team'],
        body: inviteSchema,
        response: { 201: createdInvitationSchema, ...errors(400, 401, 403, 409, 429) },
      },
    },
    async (request, reply) => {
      const { teamId, userId } = teamCaller(request);
      const { email = null, role, expiresInDays } = request.body;
      if (!(await limits.invitations.take(userId))) throw tooMany('tooManyInvitations');
      const token = newLinkToken();
      const tokenHash = hashOfLinkToken(token);
      const expiresAt = new Date(Date.now() + expiresInDays * dayMs);
      const id = await audited(
        db,
        auditActor(request),
        { action: 'invitation.create' },
        (client) => insertInvitation(client, { teamId, by: userId, email, role, tokenHash, expiresAt }),
        (made) => ({ what: { kind: 'invitation', id: made }, details: { role } }),
      );
      const made = await findInvitation(db, tokenHash);
      const mail = made ? await mailInvitation(context, request.log, token, made) : 'off';
      const url = originOf(request, config) + pageOf(token);
      return reply.code(201).send({ id, url, expiresAt: expiresAt.toISOString(), mail });
    },
  );
};

export const readInvitations = listingRoute({
  path: api.invitations,
  summary: "The team's invitations, the newest first. The links are not shown again.",
  tag: 'team',
  permission: 'invitation.view',
  answer: invitationListSchema,
  list: listInvitations,
});

export const removeInvitation = removalRoute({
  path: api.invitation(':id'),
  summary: 'Revoke an invitation. One that was accepted stays accepted.',
  tag: 'team',
  permission: 'invitation.revoke',
  action: 'invitation.revoke',
  subject: 'invitation',
  missing: 'invitation',
  remove: revokeInvitation,
});

export const readOpenInvitation: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.openInvitation(':token'),
      {
        config: { action: 'public' },
        schema: {
          summary: 'What an invited person sees. Unknown, used, revoked and expired are the same 404.',
          tags: ['team'],
          params: z.strictObject({ token: z.string().max(100) }),
          response: { 200: openInvitationSchema, ...errors(404) },
        },
      },
      async (request, reply) => {
        markSecretPage(reply);
        const found = await findInvitation(db, hashOfLinkToken(request.params.token));
        if (!found) throw notFound('invitation');
        const { teamId, team, inviter, role, email } = found;
        return { teamId, team, inviter, role, asksEmail: email === null };
      },
    );
  };
