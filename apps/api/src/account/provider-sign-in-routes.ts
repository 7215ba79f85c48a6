/** Signing in at the installation's provider: the browser goes there with a sealed cookie, and comes back with a code. */
import { ownPath } from '@plimsoll/contracts/own-path';
import { api } from '@plimsoll/contracts/paths';
import { type SignInFailure, startedProviderSignInSchema, startProviderSignInSchema } from '@plimsoll/contracts/sign-in';
import { writeAuditOfPerson } from '@plimsoll/store/audited';
import { findUnclearTeams } from '@plimsoll/store/group-roles';
import { signInByProvider } from '@plimsoll/store/provider-accounts';
import { providerSessionKey } from '@plimsoll/store/provider-sessions';
import { accountWords } from '@plimsoll/wording/en/account';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { auditPlace } from '../audit/audit-actor.ts';
import { tooMany } from '../auth/account-limits.ts';
import { keepIdToken } from '../auth/oidc/kept-id-token.ts';
import { ProviderError } from '../auth/oidc/provider-client.ts';
import { openProviderSession } from '../auth/open-session.ts';
import { type SealedCookie, sealedCookie } from '../auth/sealed-cookie.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, notNow } from '../http/api-error.ts';
import { hashOfLinkToken } from '../http/link-token.ts';
import { errors, type Route } from '../http/schema.ts';

const startedSchema = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string(), next: z.string() });
type Started = z.infer<typeof startedSchema>;

/** The time somebody may take at the provider. */
const minutes = 10;

const openStarted = (context: ApiContext): SealedCookie<Started> =>
  sealedCookie(context, { name: 'oidc', schema: startedSchema, seconds: minutes * 60 });

export const startProviderSignIn: Route = (context) => async (app) => {
  const { auth, limits, provider } = context;
  const cookie = openStarted(context);
  app.post(
    api.providerSignIn,
    {
      config: { action: 'public' },
      schema: {
        hide: true,
        body: startProviderSignInSchema,
        response: { 200: startedProviderSignInSchema, ...errors(400, 403, 404, 429, 503) },
      },
    },
    async (request, reply) => {
      if (!provider) throw new ApiError('not_found', accountWords.noProvider);
      if (!(await limits.begunSignIns.take(request.ip))) throw tooMany('tooManySignIns');
      const begun = await provider.begin().catch((error: unknown) => {
        request.log.warn(
          { detail: error instanceof ProviderError ? error.message : 'unknown' },
          'the provider of sign-ins does not answer',
        );
        throw notNow('unavailable', accountWords.providerAway, 5);
      });
      cookie.write(reply, { ...begun.started, next: ownPath(request.body.next, auth.origin) });
      return { url: begun.url.href };
    },
  );
};

/** The invitation whose page the person goes on to. */
function invitationOf(next: string): string | null {
  const token = /^\/join\/([^/?#]+)/.exec(next)?.[1];
  return token === undefined ? null : hashOfLinkToken(token);
}

async function finish(context: ApiContext, request: FastifyRequest, reply: FastifyReply, started: Started): Promise<SignInFailure | null> {
  const { auth, config, db, limits, provider } = context;
  const settings = config.signIn.provider;
  if (!provider || !settings || !(await limits.usedCookies.take(started.state))) return 'expired';
  const query = new URL(request.raw.url ?? '', auth.origin).searchParams;
  const { answer, idToken, session } = await provider.finish(query, started);
  if ('refused' in answer) return answer.refused;
  const rules = { groupRoles: settings.groupRoles, open: config.signup === 'open', invitation: invitationOf(started.next) };
  const place = auditPlace(request);
  const unclear = await findUnclearTeams(db, settings.groupRoles);
  if (unclear.length > 0)
    request.log.warn({ teams: unclear }, 'PLIMSOLL_OIDC_GROUPS names teams of which there are several: write their ids');
  const entered = await signInByProvider(db, answer.person, rules, place);
  if ('refused' in entered) return entered.refused;
  const asked = {
    userId: entered.userId,
    providerSession: session === null ? null : providerSessionKey(settings.issuer, session),
    endsAt: new Date(Date.now() + settings.sessionHours * 3_600_000),
  };
  const opened = await openProviderSession(context, request, reply, asked);
  if (!opened) return 'signed_out';
  if (settings.signOut === 'provider') await keepIdToken(context, opened, idToken);
  await limits.begunSignIns.giveBack(request.ip);
  await writeAuditOfPerson(db, entered.email, place, 'session.sign_in', { by: 'oidc' });
  return null;
}

export const finishProviderSignIn: Route = (context) => async (app) => {
  const cookie = openStarted(context);
  app.get(api.providerReturn, { config: { action: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const started = cookie.read(request);
    cookie.clear(reply);
    const failure = started
      ? await finish(context, request, reply, started).catch((error: unknown): SignInFailure => {
          if (!(error instanceof ProviderError)) throw error;
          request.log.warn({ detail: error.message }, 'a sign-in by the provider was refused');
          return error.kind;
        })
      : 'expired';
    const next = started?.next ?? '/';
    const page = failure === null ? next : `/sign-in?${new URLSearchParams({ failed: failure, ...(next === '/' ? {} : { next }) })}`;
    // The address of this page holds a code: no page after it is told of it.
    return reply.header('referrer-policy', 'no-referrer').redirect(page, 302);
  });
};
