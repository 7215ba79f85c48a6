/** Signing in, signing up and signing out: better-auth's paths, with our limits and our sign-up rule in front of them. */
import { signInSchema, signUpSchema } from '@plimsoll/contracts/account';
import type { AuditAction } from '@plimsoll/contracts/audit';
import { api } from '@plimsoll/contracts/paths';
import { writeAuditOfPerson } from '@plimsoll/store/audited';
import { accountWord } from '@plimsoll/wording/account-words';
import { auditPlace } from '../audit/audit-actor.ts';
import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/schema.ts';
import { accountKey, tooMany } from './account-limits.ts';
import { forwardToAuth } from './forward-to-auth.ts';
import { deviceCookie, isKnownDevice, rememberDevice, slowly } from './known-device.ts';

export const signIn: Route = (context) => async (app) => {
  const { config, db, limits, auth } = context;
  app.post(api.signIn, { config: { action: 'public' }, schema: { hide: true, body: signInSchema } }, async (request, reply) => {
    const { email } = request.body;
    const account = accountKey(email);
    const note = (action: AuditAction) => writeAuditOfPerson(db, email, auditPlace(request), action);
    const remember = async () => {
      rememberDevice(reply, config.secretKey, email, auth.origin.startsWith('https:'));
      await note('session.sign_in');
    };
    /** Asks better-auth; a wrong password is noted. */
    const forward = (worked: () => Promise<void>) =>
      forwardToAuth(context, request, reply, worked).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.code === 'not_signed_in') await note('session.sign_in_failed');
        throw error;
      });
    if (isKnownDevice(config.secretKey, email, request.cookies[deviceCookie])) {
      const ask = () =>
        forward(async () => {
          await limits.knownDevices.forget(account);
          await remember();
        });
      return (await limits.knownDevices.take(account)) ? ask() : slowly(account, ask);
    }
    const attempt = await limits.logins.begin(account, request.ip);
    if (!attempt) throw tooMany('tooManySignIns');
    return forward(async () => {
      await attempt.worked();
      await remember();
    });
  });
};

export const signUp: Route = (context) => async (app) => {
  const { config, limits } = context;
  app.post(api.signUp, { config: { action: 'public' }, schema: { hide: true, body: signUpSchema } }, async (request, reply) => {
    if (!(await limits.signUps.take(request.ip))) throw tooMany('tooManySignUps');
    if (config.signup !== 'open') throw new ApiError('forbidden', accountWord('account.invitationNeeded'));
    return forwardToAuth(context, request, reply);
  });
};

export const signOut: Route = (context) => async (app) => {
  app.post(api.signOut, { config: { action: 'public' }, schema: { hide: true } }, (request, reply) =>
    forwardToAuth(context, request, reply),
  );
  app.get('/api/auth/get-session', { config: { action: 'public' }, schema: { hide: true } }, (request, reply) =>
    forwardToAuth(context, request, reply),
  );
};
