/** Getting back in by a link: made by an admin, or sent to the person's own address. */
import {
  askPasswordResetSchema,
  createdPasswordResetSchema,
  createPasswordResetSchema,
  usePasswordResetSchema,
} from '@plimsoll/contracts/password-resets';
import { api } from '@plimsoll/contracts/paths';
import { insertResetByAdmin, insertResetByMail, isResetOpen, useReset } from '@plimsoll/store/password-resets';
import { resetMail } from '@plimsoll/wording/mail-text';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { auditActor, auditPlace } from '../audit/audit-actor.ts';
import { accountKey, tooMany } from '../auth/account-limits.ts';
import { refuseOwnWays } from '../auth/sign-in-policy.ts';
import type { ApiContext } from '../context.ts';
import { notFound } from '../http/api-error.ts';
import { hashOfLinkToken, newLinkToken } from '../http/link-token.ts';
import { originOf } from '../http/origin.ts';
import { errors, type Route } from '../http/schema.ts';
import { tryToMail } from '../mail/mailer.ts';

/** A link that is handed over by hand takes longer than a mail. */
const linkHours = { byAdmin: 24, byMail: 1 };
const afterHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
/** Page of the web that takes a new password. */
const pageOf = (token: string) => `/reset/${token}`;

export const createPasswordReset: Route =
  ({ db, config, auth, mailer }) =>
  async (app) => {
    app.post(
      api.passwordResets,
      {
        config: { action: 'member.reset' },
        schema: {
          summary: 'Make a link by which a member sets a new password, shown this once, and mailed where the installation sends any.',
          description:
            'It works once, for 24 hours; an earlier one ends. An owner gets one from owners only, a member of several teams from the owners of the installation only, and nobody makes one for the own account (403): POST /api/auth/change-password asks for the current password. It ends before when the password, the address, a role or a team of the member or of its maker changes; what the maker may do is judged again when it is used.',
          tags: ['team'],
          body: createPasswordResetSchema,
          response: { 201: createdPasswordResetSchema, ...errors(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        refuseOwnWays(config);
        const token = newLinkToken();
        const expiresAt = afterHours(linkHours.byAdmin);
        const reset = { tokenHash: hashOfLinkToken(token), expiresAt };
        const member = await insertResetByAdmin(db, auditActor(request), request.body.userId, reset);
        if (!member) throw notFound('member');
        const sent =
          mailer && (await tryToMail(mailer, request.log, member, () => resetMail(auth.origin + pageOf(token), linkHours.byAdmin)));
        return reply.code(201).send({
          url: originOf(request, config) + pageOf(token),
          expiresAt: expiresAt.toISOString(),
          mail: sent === null ? 'off' : sent ? 'sent' : 'failed',
        });
      },
    );
  };

async function mailReset({ db, mailer, auth }: ApiContext, log: FastifyBaseLogger, email: string): Promise<void> {
  if (!mailer) return;
  const token = newLinkToken();
  const account = await insertResetByMail(db, email, { tokenHash: hashOfLinkToken(token), expiresAt: afterHours(linkHours.byMail) });
  if (account) await tryToMail(mailer, log, account, () => resetMail(auth.origin + pageOf(token), linkHours.byMail));
}

export const askPasswordReset: Route = (context) => async (app) => {
  app.post(
    api.askPasswordReset,
    {
      config: { action: 'public' },
      schema: {
        summary: 'Have a link for a new password mailed to your address. The answer is the same whether there is such an account or not.',
        description: 'Nothing is sent where the installation sends no mail (`mail` of /api/v1/system): an admin makes the link then.',
        tags: ['accounts'],
        body: askPasswordResetSchema,
        response: { 204: z.undefined(), ...errors(400, 403, 429) },
      },
    },
    async (request, reply) => {
      refuseOwnWays(context.config);
      const { email } = request.body;
      const { resets } = context.limits;
      if (!(await resets.take(`by ${request.ip}`)) || !(await resets.take(accountKey(email)))) throw tooMany('tooManyResets');
      // Not waited for: how long it takes would tell whether there is an account.
      mailReset(context, request.log, email).catch((error: unknown) => request.log.error({ err: error }, 'a reset was not mailed'));
      return reply.code(204).send();
    },
  );
};

export const usePasswordReset: Route =
  ({ db, config, auth }) =>
  async (app) => {
    app.post(
      api.usePasswordReset,
      {
        config: { action: 'public' },
        schema: {
          summary: 'Set a new password by the token of a link. Every session of the account ends; sign in with the new password.',
          description: 'Unknown, used and expired links, and those that ended with their reason, are the same 404.',
          tags: ['accounts'],
          body: usePasswordResetSchema,
          response: { 204: z.undefined(), ...errors(400, 403, 404) },
        },
      },
      async (request, reply) => {
        refuseOwnWays(config);
        const tokenHash = hashOfLinkToken(request.body.token);
        // A hash costs 60 ms of the processor: not for whoever guesses.
        if (!(await isResetOpen(db, tokenHash))) throw notFound('reset');
        const done = await useReset(db, tokenHash, await auth.hashPassword(request.body.password), auditPlace(request));
        if (!done) throw notFound('reset');
        return reply.code(204).send();
      },
    );
  };
