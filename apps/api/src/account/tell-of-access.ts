/** Tells a person by mail that a way into the own account was changed: somebody else may have done it. */
import { type AccessChange, accessChangedMail } from '@plimsoll/wording/mail-text';
import type { FastifyRequest } from 'fastify';
import { signedIn } from '../auth/access.ts';
import type { ApiContext } from '../context.ts';
import { tryToMail } from '../mail/mailer.ts';

/** Nobody waits for it; where the installation sends no mail, the audit log alone has it. */
export function tellOfAccess({ mailer }: Pick<ApiContext, 'mailer'>, request: FastifyRequest, change: AccessChange): void {
  if (!mailer) return;
  const { user, language } = signedIn(request);
  const address = request.ip;
  void tryToMail(mailer, request.log, { email: user.email, language }, () => accessChangedMail(change, address));
}
