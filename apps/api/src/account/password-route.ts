/** A person's own password. */
import { changePasswordSchema } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { writeAuditOfPerson } from '@plimsoll/store/audited';
import { findCredential } from '@plimsoll/store/own-account';
import { endIfProviderDid } from '@plimsoll/store/provider-sessions';
import { takePlace } from '@plimsoll/store/sessions';
import { auditPlace } from '../audit/audit-actor.ts';
import { signedIn } from '../auth/access.ts';
import { tooMany } from '../auth/account-limits.ts';
import { forwardToAuth } from '../auth/forward-to-auth.ts';
import { knownDevices } from '../auth/known-device.ts';
import { openedSession } from '../auth/open-session.ts';
import { refuseOwnWays } from '../auth/sign-in-policy.ts';
import type { Route } from '../http/schema.ts';
import { tellOfAccess } from './tell-of-access.ts';

export const changePassword: Route = (context) => async (app) => {
  const { auth, config, db, limits } = context;
  const { passwordChanges } = limits;
  const devices = knownDevices(context);
  app.post(
    api.changePassword,
    { config: { action: 'person' }, schema: { hide: true, body: changePasswordSchema } },
    async (request, reply) => {
      refuseOwnWays(config);
      const former = signedIn(request);
      const { id, email } = former.user;
      // A stolen session must not become a way to guess the password.
      if (!(await passwordChanges.take(id))) throw tooMany('tooManyPasswords');
      const before = await findCredential(db, email);
      const known = before && devices.isKnown(request, before);
      // A new password signs out every other device.
      request.body = { ...request.body, revokeOtherSessions: true };
      return forwardToAuth(context, request, reply, async () => {
        await passwordChanges.forget(id);
        const after = known ? await findCredential(db, email) : null;
        if (after) devices.remember(reply, after);
        const here = await openedSession(auth, reply);
        // It is no other way in than before, and the team stays open.
        if (here) {
          await takePlace(db, here.sessionId, former);
          await endIfProviderDid(db, here.sessionId, () => reply.elapsedTime);
        }
        await writeAuditOfPerson(db, email, auditPlace(request), 'password.change');
        tellOfAccess(context, request, 'password');
      });
    },
  );
};
