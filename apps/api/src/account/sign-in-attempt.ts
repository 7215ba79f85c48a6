/** A try to sign in, by password or by code: counted before it is looked at, and noted in the audit log. */
import type { AuditAction, AuditDetails } from '@plimsoll/contracts/audit';
import { writeAuditOfPerson } from '@plimsoll/store/audited';
import { findCredential } from '@plimsoll/store/own-account';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { auditPlace } from '../audit/audit-actor.ts';
import { accountKey, tooMany } from '../auth/account-limits.ts';
import { knownDevices, slowly } from '../auth/known-device.ts';
import type { ApiContext } from '../context.ts';
import { ApiError } from '../http/api-error.ts';

export interface SignInAttempt {
  /** The password was right, and a code is asked for. */
  halfway(): Promise<void>;
  /** The person is in: forgets the account's failures, and remembers the device. */
  worked(details?: AuditDetails): Promise<void>;
}

/**
 * Tries to sign in to the account of this address. After too many wrong passwords a known device is slowed down, after too many wrong codes
 * refused with ApiError `too_many_requests`, as any other is after both; what others try does not count against it. It notes each password
 * or code that `work` refuses as wrong, and the first try in 15 minutes that was one too many.
 */
export async function attemptSignIn(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, step }: { readonly email: string; readonly step: 'password' | 'code' },
  work: (attempt: SignInAttempt) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { db, limits } = context;
  const devices = knownDevices(context);
  const account = accountKey(email);
  const credential = await findCredential(db, email);
  const note = (action: AuditAction, details?: AuditDetails) => writeAuditOfPerson(db, email, auditPlace(request), action, details);
  const noteRefusal = async () => {
    if (await limits.notedRefusals.take(account)) await note('session.sign_in_refused');
  };
  const run = (counted: { halfway(): Promise<void>; worked(): Promise<void> }) =>
    work({
      halfway: counted.halfway,
      worked: async (details) => {
        await counted.worked();
        if (credential) devices.remember(reply, credential);
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
  const refuse = async () => {
    await noteRefusal();
    return tooMany('tooManySignIns');
  };
  if (credential && devices.isKnown(request, credential)) {
    const worked = async () => {
      await limits.knownDevices.forget(account);
      await limits.knownCodes.forget(account);
    };
    const ask = () => run({ halfway: async () => undefined, worked });
    if (step === 'password') return (await limits.knownDevices.take(account)) ? ask() : slowly(account, ask);
    // A million codes are few: being slow is not enough.
    if (!(await limits.knownCodes.take(account))) throw await refuse();
    return ask();
  }
  const counted = await limits.logins.begin(account, request.ip);
  if (!counted) throw await refuse();
  return run(counted);
}
