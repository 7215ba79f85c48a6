/** A person's own e-mail address. */
import { changeEmailSchema, userSchema } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { writeAuditOfPerson } from '@plimsoll/store/audited';
import { changeEmail as changeEmailOf } from '@plimsoll/store/own-account';
import { hasProvider } from '@plimsoll/store/provider-accounts';
import { accountWords } from '@plimsoll/wording/en/account';
import { addressChangedMail } from '@plimsoll/wording/mail-text';
import { auditPlace } from '../audit/audit-actor.ts';
import { signedIn } from '../auth/access.ts';
import { askOwnPassword } from '../auth/ask-own-password.ts';
import { refuseOwnWays } from '../auth/sign-in-policy.ts';
import { ApiError } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';
import { tryToMail } from '../mail/mailer.ts';

export const changeEmail: Route = (context) => async (app) => {
  const { db, mailer } = context;
  app.post(
    api.ownEmail,
    {
      config: { action: 'person' },
      schema: {
        summary: 'Sign in with another e-mail address from now on.',
        description: 'Asks for the password. The former address is told of it where the installation sends mails.',
        tags: ['accounts'],
        body: changeEmailSchema,
        response: { 200: userSchema, ...errors(400, 401, 403, 409, 429) },
      },
    },
    async (request) => {
      refuseOwnWays(context.config);
      const { user, language } = signedIn(request);
      const { provider } = context.config.signIn;
      if (provider && (await hasProvider(db, user.id, provider.issuer)))
        throw new ApiError('forbidden', accountWords.providerKeepsAddress({ provider: provider.label }));
      const { email, password } = request.body;
      await askOwnPassword(context, user.id, password);
      if (!(await changeEmailOf(db, user.id, email))) throw new ApiError('conflict', accountWords.emailTaken);
      await writeAuditOfPerson(db, email, auditPlace(request), 'email.change');
      if (mailer) await tryToMail(mailer, request.log, { email: user.email, language }, addressChangedMail);
      return { ...user, email: email.toLowerCase() };
    },
  );
};
