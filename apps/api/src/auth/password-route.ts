/** A person's own password. */
import { changePasswordSchema } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import type { Route } from '../http/schema.ts';
import { signedIn } from './access.ts';
import { tooMany } from './account-limits.ts';
import { forwardToAuth } from './forward-to-auth.ts';

export const changePassword: Route = (context) => async (app) => {
  const { passwordChanges } = context.limits;
  app.post(
    api.changePassword,
    { config: { action: 'person' }, schema: { hide: true, body: changePasswordSchema } },
    async (request, reply) => {
      const { id } = signedIn(request).user;
      // A stolen session must not become a way to guess the password.
      if (!(await passwordChanges.take(id))) throw tooMany('tooManyPasswords');
      // Who changes a password wants every other device out.
      request.body = { ...request.body, revokeOtherSessions: true };
      return forwardToAuth(context, request, reply, () => passwordChanges.forget(id));
    },
  );
};
