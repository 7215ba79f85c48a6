/** Signing in, signing up and signing out: better-auth's paths, with our limits and our sign-up rule in front of them. */
import { signInAnswerSchema, signInSchema, signUpSchema } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { isAppCode, secondStepSchema } from '@plimsoll/contracts/two-factor';
import { writeAuditOfPerson } from '@plimsoll/store/audited';
import { findStartedSignIn } from '@plimsoll/store/two-factor';
import { accountWords } from '@plimsoll/wording/en/account';
import { auditPlace } from '../audit/audit-actor.ts';
import { tooMany, useCode } from '../auth/account-limits.ts';
import { findPerson } from '../auth/caller.ts';
import { askAuth, forwardToAuth, signInAgain, wrongCode } from '../auth/forward-to-auth.ts';
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
      return reply.code(204).header('cache-control', 'no-store').send();
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
  const { auth, db } = context;
  app.post(api.signOut, { config: { action: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const person = await findPerson(auth, request.headers);
    return forwardToAuth(context, request, reply, async () => {
      if (person) await writeAuditOfPerson(db, person.user.email, auditPlace(request), 'session.sign_out');
    });
  });
};
