/** A try to sign in, by password or by code: counted before it is looked at, and noted in the audit log. */
import type { AuditAction, AuditDetails } from '@plimsoll/contracts/audit';
import { writeAuditOfPerson } from '@plimsoll/store/audited';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditPlace } from '../audit/audit-actor.ts';
import type { ApiContext } from '../context.ts';
import { ApiError } from '../http/api-error.ts';
import { accountKey, tooMany } from './account-limits.ts';
import { deviceCookie, isKnownDevice, rememberDevice, slowly } from './known-device.ts';

export interface SignInAttempt {
  /** The password was right, and a code is asked for. */
  halfway(): Promise<void>;
  /** The person is in: forgets the account's failures, and remembers the device. */
  worked(details?: AuditDetails): Promise<void>;
}

/**
 * Tries to sign in to the account of this address. A known device is slowed down after too many failures, any other refused with
 * ApiError `too_many_requests`. What `work` refuses as a wrong password or code is noted, and so is the first try in 15 minutes that was one too many.
 */
export async function attemptSignIn(
  { config, db, limits, auth }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
  work: (attempt: SignInAttempt) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const account = accountKey(email);
  const note = (action: AuditAction, details?: AuditDetails) => writeAuditOfPerson(db, email, auditPlace(request), action, details);
  const noteRefusal = async () => {
    if (await limits.notedRefusals.take(account)) await note('session.sign_in_refused');
  };
  const run = (counted: { halfway(): Promise<void>; worked(): Promise<void> }) =>
    work({
      halfway: counted.halfway,
      worked: async (details) => {
        await counted.worked();
        rememberDevice(reply, config.secretKey, email, auth.origin.startsWith('https:'));
        await note('session.sign_in', details);
      },
    }).catch(async (error: unknown) => {
      if (error instanceof ApiError) {
        if (error.code === 'not_signed_in') await note('session.sign_in_failed');
        if (error.code === 'invalid_input') await note('session.sign_in_failed', { step: 'code' });
        if (error.code === 'too_many_requests') await noteRefusal();
      }
      throw error;
    });
  if (isKnownDevice(config.secretKey, email, request.cookies[deviceCookie])) {
    const ask = () => run({ halfway: async () => undefined, worked: () => limits.knownDevices.forget(account) });
    return (await limits.knownDevices.take(account)) ? ask() : slowly(account, ask);
  }
  const counted = await limits.logins.begin(account, request.ip);
  if (!counted) {
    await noteRefusal();
    throw tooMany('tooManySignIns');
  }
  return run(counted);
}
