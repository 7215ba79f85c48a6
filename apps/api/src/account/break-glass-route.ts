/** The operator's way in past every rule of sign-in: a link that `plimsoll break-glass` made, used once. */
import { api } from '@plimsoll/contracts/paths';
import { breakGlassSchema } from '@plimsoll/contracts/sign-in';
import { breakGlassMinutes, listInstallationOwners, useBreakGlass } from '@plimsoll/store/break-glass';
import { accountWords } from '@plimsoll/wording/en/account';
import { breakGlassMail } from '@plimsoll/wording/mail-text';
import { z } from 'zod';
import { auditPlace } from '../audit/audit-actor.ts';
import { tooMany } from '../auth/account-limits.ts';
import { openSession } from '../auth/open-session.ts';
import { ApiError } from '../http/api-error.ts';
import { hashOfLinkToken } from '../http/link-token.ts';
import { errors, type Route } from '../http/schema.ts';
import { tryToMail } from '../mail/mailer.ts';

export const breakGlass: Route =
  ({ auth, db, limits, mailer }) =>
  async (app) => {
    app.post(
      api.breakGlass,
      {
        config: { action: 'public' },
        schema: { hide: true, body: breakGlassSchema, response: { 204: z.undefined(), ...errors(400, 404, 429) } },
      },
      async (request, reply) => {
        if (!(await limits.begunSignIns.take(`break-glass ${request.ip}`))) throw tooMany('tooManySignIns');
        const owner = await useBreakGlass(db, hashOfLinkToken(request.body.token), auditPlace(request));
        if (!owner) throw new ApiError('not_found', accountWords.breakGlassGone);
        await openSession(auth, request, reply, {
          userId: owner.id,
          by: 'break_glass',
          endsAt: new Date(Date.now() + breakGlassMinutes.session * 60_000),
        });
        request.log.warn({ userId: owner.id }, 'somebody came in by a link of plimsoll break-glass');
        if (mailer) {
          const told = (await listInstallationOwners(db)).map((to) =>
            tryToMail(mailer, request.log, to, () => breakGlassMail({ name: owner.name, address: request.ip })),
          );
          // Nobody waits for a mail server to get in.
          void Promise.all(told);
        }
        return reply.code(204).send();
      },
    );
  };
