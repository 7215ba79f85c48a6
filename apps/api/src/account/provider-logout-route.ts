/** The provider says that somebody signed out there (OpenID Connect Back-Channel Logout 1.0): the sessions that it opened here end. */
import { api } from '@plimsoll/contracts/paths';
import { endProviderSessions } from '@plimsoll/store/provider-sessions';
import { accountWords } from '@plimsoll/wording/en/account';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { auditPlace } from '../audit/audit-actor.ts';
import { tooMany } from '../auth/account-limits.ts';
import { ProviderAwayError, ProviderError } from '../auth/oidc/provider-client.ts';
import { ApiError, notNow } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';

/** What else a provider sends along counts for nothing. */
const logoutSchema = z.object({ logout_token: z.string().max(20_000) });

const form = 'application/x-www-form-urlencoded';

export const endByProvider: Route = (context) => async (app) => {
  const { db, limits, provider } = context;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(form, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    Object.fromEntries(new URLSearchParams(text)),
  );

  /** A flood of forged tokens ends in 429 and fills no log; one that counts is taken in the midst of it. */
  async function refuse(request: FastifyRequest, error: ProviderError): Promise<never> {
    if (!(await limits.refusedLogouts.take(request.ip))) throw tooMany('tooManyLogouts');
    const detail = error.message;
    if (error instanceof ProviderAwayError) {
      request.log.warn({ detail }, 'a logout token could not be judged: the keys of the provider are not to be had');
      // Of 400 a provider makes that the token is wrong, and says no more.
      throw notNow('unavailable', accountWords.providerAway, 5);
    }
    request.log.warn({ detail }, 'a logout token of the provider was refused');
    throw new ApiError('invalid_input', accountWords.logoutRefused);
  }

  app.post(
    api.providerLogout,
    {
      config: { action: 'public' },
      schema: {
        summary: 'For the provider of sign-ins: somebody signed out there (OpenID Connect Back-Channel Logout).',
        description:
          'The sessions that the provider opened here, and that its logout token names by `sid`, by `sub` or by both, end, with their live streams within 5 s. Each token works once.',
        tags: ['accounts'],
        consumes: [form],
        body: logoutSchema,
        response: { 200: z.undefined(), ...errors(400, 404, 415, 429, 503) },
      },
    },
    async (request, reply) => {
      if (!provider) throw new ApiError('not_found', accountWords.noProvider);
      const logout = await provider.readLogout(request.body.logout_token).catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error;
        return refuse(request, error);
      });
      const ended = await endProviderSessions(db, logout, auditPlace(request));
      const sessions = ended ?? (await refuse(request, new ProviderError('provider', 'it was used before')));
      request.log.info({ sessions }, 'the provider ended sessions');
      return reply.code(200).send(undefined);
    },
  );
};
