/** Signing in, signing up and signing out: better-auth's paths, with our limits and our sign-up rule in front of them. */
import { signInAnswerSchema, signInSchema, signUpSchema } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { signedOutSchema } from '@plimsoll/contracts/sign-in';
import { isAppCode, secondStepSchema } from '@plimsoll/contracts/two-factor';
import { writeAuditOfPerson } from '@plimsoll/store/audited';
import { findStartedSignIn } from '@plimsoll/store/two-factor';
import { accountWords } from '@plimsoll/wording/en/account';
import type { FastifyRequest } from 'fastify';
import { auditPlace } from '../audit/audit-actor.ts';
import { tooMany, useCode } from '../auth/account-limits.ts';
import { findPerson } from '../auth/caller.ts';
import { askAuth, forwardToAuth, signInAgain, wrongCode } from '../auth/forward-to-auth.ts';
import { openIdToken } from '../auth/oidc/kept-id-token.ts';
import { ProviderError } from '../auth/oidc/provider-client.ts';
import { refuseOwnWays } from '../auth/sign-in-policy.ts';
import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/schema.ts';
import { attemptSignIn } from './sign-in-attempt.ts';

export const signIn: Route = (context) => async (app) => {
  app.post(api.signIn, { config: { action: 'public' }, schema: { hide: true, body: signInSchema } }, async (request, reply) => {
    refuseOwnWays(context.config);
    return attemptSignIn(context, request, reply, { email: request.body.email, step: 'password' }, (attempt) =>
      forwardToAuth(context, request, reply, (answer) =>
        signInAnswerSchema.parse(answer).twoFactorRedirect ? attempt.halfway() : attempt.worked(),
      ),
    );
  });
};

/** The second step, where the first one answered `twoFactorRedirect`. Its cookie says whose sign-in it is. */
export const secondStep: Route = (context) => async (app) => {
  const { auth, db, limits } = context;
  app.post(api.secondStep, { config: { action: 'public' }, schema: { hide: true, body: secondStepSchema } }, async (request, reply) => {
    refuseOwnWays(context.config);
    const { code } = request.body;
    const cookie = await auth.startedCookie();
    const mark = request.cookies[cookie] ?? '';
    // better-auth signs it as "name.signature", and looks at the signature itself.
    const [started] = mark.split('.');
    const person = started ? await findStartedSignIn(db, started) : null;
    if (person === null) throw signInAgain();
    return attemptSignIn(context, request, reply, { email: person.email, step: 'code' }, async (attempt) => {
      const byApp = isAppCode(code);
      if (byApp && !(await useCode(limits, person.id, code))) throw wrongCode();
      await askAuth(auth, request, reply, {
        path: byApp ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code',
        body: { code },
        // Beside a session, however it is spelled, better-auth would ask for a code of whoever is signed in.
        cookies: { [cookie]: mark },
      });
      await attempt.worked({ factor: byApp ? 'app' : 'recovery_code' });
      return reply.code(204).send();
    });
  });
};

export const signUp: Route = (context) => async (app) => {
  const { config, limits } = context;
  app.post(api.signUp, { config: { action: 'public' }, schema: { hide: true, body: signUpSchema } }, async (request, reply) => {
    refuseOwnWays(config);
    if (!(await limits.signUps.take(request.ip))) throw tooMany('tooManySignUps');
    if (config.signup !== 'open') throw new ApiError('forbidden', accountWords.invitationNeeded);
    return forwardToAuth(context, request, reply);
  });
};

export const signOut: Route = (context) => async (app) => {
  const { auth, config, db, provider } = context;

  /** Where somebody who came by the provider signs out there; null: nowhere. The provider may be away: here the session is over. */
  async function leaveProvider(request: FastifyRequest, idToken: string | null): Promise<string | null> {
    const url = await provider?.leave(idToken).catch((error: unknown) => {
      request.log.warn(
        { detail: error instanceof ProviderError ? error.message : 'unknown' },
        'somebody signed out here alone: the page of the provider to sign out at is not known',
      );
      return null;
    });
    if (url === null) request.log.info('somebody signed out here alone: the provider names no page to sign out at');
    return url?.href ?? null;
  }

  app.post(
    api.signOut,
    { config: { action: 'public' }, schema: { hide: true, response: { 200: signedOutSchema } } },
    async (request, reply) => {
      const person = await findPerson(auth, request.headers);
      const leaves = person?.openedBy === 'oidc' && config.signIn.provider?.signOut === 'provider';
      const idToken = leaves ? await openIdToken(context, person) : null;
      await askAuth(auth, request, reply);
      if (person) await writeAuditOfPerson(db, person.user.email, auditPlace(request), 'session.sign_out');
      return { url: leaves ? await leaveProvider(request, idToken) : null };
    },
  );
};
