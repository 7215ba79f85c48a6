/** The second factor of a person: better-auth's plugin does the work, in front of it stand the password, limits and the audit log. */
import type { AuditAction, AuditDetails } from '@plimsoll/contracts/audit';
import { api } from '@plimsoll/contracts/paths';
import {
  confirmTwoFactorSchema,
  isAppCode,
  recoveryCodesSchema,
  renewRecoveryCodesSchema,
  startedTwoFactorSchema,
  startTwoFactorSchema,
  switchOffTwoFactorSchema,
  turnOffTwoFactorSchema,
  twoFactorSchema,
} from '@plimsoll/contracts/two-factor';
import { writeAuditOfPerson } from '@plimsoll/store/audited';
import { endPasswordSessions } from '@plimsoll/store/sessions';
import { findTwoFactorState, switchOffTwoFactor as switchOff } from '@plimsoll/store/two-factor';
import { accountWords } from '@plimsoll/wording/en/account';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { auditActor, auditPlace } from '../audit/audit-actor.ts';
import { signedIn, teamCaller } from '../auth/access.ts';
import { tooMany, useCode } from '../auth/account-limits.ts';
import { askOwnPassword } from '../auth/ask-own-password.ts';
import { askAuth, wrongCode } from '../auth/forward-to-auth.ts';
import { openedSession } from '../auth/open-session.ts';
import { refuseNewFactor, refuseOwnWays } from '../auth/sign-in-policy.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';
import { tellOfAccess } from './tell-of-access.ts';

const note = ({ db }: ApiContext, request: FastifyRequest, action: AuditAction, details: AuditDetails = {}) =>
  writeAuditOfPerson(db, signedIn(request).user.email, auditPlace(request), action, details);

/** What a password alone opened before ends, but here, where the session has a new secret: after this it would be worth more, or was opened with a code that is asked for no more. */
async function endOthers({ auth, db }: ApiContext, request: FastifyRequest, reply: FastifyReply): Promise<{ readonly sessions: number }> {
  const here = (await openedSession(auth, reply)) ?? signedIn(request);
  return { sessions: await endPasswordSessions(db, here.user.id, here.sessionId) };
}

/** Throws ApiError `conflict` where it is not on. */
async function refuseUnlessOn({ db }: ApiContext, userId: string): Promise<void> {
  if ((await findTwoFactorState(db, userId)) !== 'on') throw new ApiError('conflict', accountWords.twoFactorOff);
}

/** Throws ApiError (`/code`) where this code is not right. A recovery code is used up by it. */
async function askCode({ auth, limits }: ApiContext, request: FastifyRequest, reply: FastifyReply, code: string): Promise<void> {
  const { id } = signedIn(request).user;
  if (!(await limits.codes.take(id))) throw tooMany('tooManyCodes');
  if (isAppCode(code)) {
    if (!(await useCode(limits, id, code))) throw wrongCode();
    await askAuth(auth, request, reply, { path: '/two-factor/verify-totp', body: { code } });
  } else await askAuth(auth, request, reply, { path: '/two-factor/verify-backup-code', body: { code, disableSession: true } });
  await limits.codes.forget(id);
}

/** Answer of better-auth: `totpURI` is in the form of Google Authenticator's key URIs. */
const enabledSchema = z.object({ totpURI: z.url(), backupCodes: z.array(z.string()) });
const renewedSchema = z.object({ backupCodes: z.array(z.string()) });

export const startTwoFactor: Route = (context) => async (app) => {
  const { auth, db } = context;
  app.get(
    api.twoFactor,
    {
      config: { action: 'person', beforeSecondFactor: true },
      schema: { summary: 'Is your two-factor sign-in on?', tags: ['accounts'], response: { 200: twoFactorSchema, ...errors(401) } },
    },
    async (request) => {
      const { id } = signedIn(request).user;
      const enabled = (await findTwoFactorState(db, id)) === 'on';
      return { enabled, recoveryCodesLeft: enabled ? await auth.countRecoveryCodes(id) : 0 };
    },
  );
  app.post(
    api.twoFactor,
    {
      config: { action: 'person', beforeSecondFactor: true },
      schema: {
        summary: 'Begin two-factor sign-in: a secret for an authenticator app, and recovery codes, shown this once.',
        description: 'Asks for the password. It is on as soon as a first code is confirmed; until then a new start replaces this one.',
        tags: ['accounts'],
        body: startTwoFactorSchema,
        response: { 200: startedTwoFactorSchema, ...errors(400, 401, 403, 409, 429) },
      },
    },
    async (request, reply) => {
      refuseOwnWays(context.config);
      const person = signedIn(request);
      const { id } = person.user;
      const { password } = request.body;
      await refuseNewFactor(context, person);
      await askOwnPassword(context, id, password);
      if ((await findTwoFactorState(db, id)) === 'on') throw new ApiError('conflict', accountWords.twoFactorOn);
      const answer = await askAuth(auth, request, reply, { path: '/two-factor/enable', body: { password } });
      const { totpURI, backupCodes } = enabledSchema.parse(answer);
      return { url: totpURI, secret: new URL(totpURI).searchParams.get('secret') ?? '', recoveryCodes: backupCodes };
    },
  );
};

export const confirmTwoFactor: Route = (context) => async (app) => {
  const { db } = context;
  app.post(
    api.confirmTwoFactor,
    {
      config: { action: 'person', beforeSecondFactor: true },
      schema: {
        summary: 'Confirm a first code of the app: from now on a sign-in asks for one. Other sessions that the password opened end.',
        tags: ['accounts'],
        body: confirmTwoFactorSchema,
        response: { 204: z.undefined(), ...errors(400, 401, 403, 409, 429) },
      },
    },
    async (request, reply) => {
      const { id } = signedIn(request).user;
      await refuseNewFactor(context, signedIn(request));
      const state = await findTwoFactorState(db, id);
      if (state !== 'started') throw new ApiError('conflict', state === 'on' ? accountWords.twoFactorOn : accountWords.twoFactorNotStarted);
      await askCode(context, request, reply, request.body.code);
      await note(context, request, 'two_factor.on', await endOthers(context, request, reply));
      tellOfAccess(context, request, 'twoFactorOn');
      return reply.code(204).send();
    },
  );
};

export const turnOffTwoFactor: Route = (context) => async (app) => {
  app.post(
    api.turnOffTwoFactor,
    {
      config: { action: 'person' },
      schema: {
        summary: 'Turn two-factor sign-in off.',
        description: 'Asks for the password, and for a code of the app or a recovery code. Other sessions that the password opened end.',
        tags: ['accounts'],
        body: turnOffTwoFactorSchema,
        response: { 204: z.undefined(), ...errors(400, 401, 409, 429) },
      },
    },
    async (request, reply) => {
      const { id } = signedIn(request).user;
      const { password, code } = request.body;
      await refuseUnlessOn(context, id);
      await askOwnPassword(context, id, password);
      await askCode(context, request, reply, code);
      await askAuth(context.auth, request, reply, { path: '/two-factor/disable', body: { password } });
      await note(context, request, 'two_factor.off', await endOthers(context, request, reply));
      tellOfAccess(context, request, 'twoFactorOff');
      return reply.code(204).send();
    },
  );
};

export const renewRecoveryCodes: Route = (context) => async (app) => {
  app.post(
    api.recoveryCodes,
    {
      config: { action: 'person' },
      schema: {
        summary: 'Make new recovery codes, shown this once. The old ones stop working.',
        tags: ['accounts'],
        body: renewRecoveryCodesSchema,
        response: { 200: recoveryCodesSchema, ...errors(400, 401, 409, 429) },
      },
    },
    async (request, reply) => {
      const { id } = signedIn(request).user;
      const { password } = request.body;
      await refuseUnlessOn(context, id);
      await askOwnPassword(context, id, password);
      const answer = await askAuth(context.auth, request, reply, { path: '/two-factor/generate-backup-codes', body: { password } });
      await note(context, request, 'two_factor.recovery_codes');
      return { recoveryCodes: renewedSchema.parse(answer).backupCodes };
    },
  );
};

export const switchOffTwoFactor: Route =
  ({ db }) =>
  async (app) => {
    app.post(
      api.switchOffTwoFactor,
      {
        config: { action: 'operator' },
        schema: {
          summary: 'Take two-factor sign-in and passkeys from an account whose person lost them. Its sessions end.',
          description:
            'For owners of the installation, in person: no token may do it. It is noted in every team of the account. Not for the own one.',
          tags: ['accounts'],
          body: switchOffTwoFactorSchema,
          response: { 204: z.undefined(), ...errors(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        if (teamCaller(request).tokenId !== null) throw new ApiError('forbidden', accountWords.personallyOnly);
        const done = await switchOff(db, auditActor(request), request.body.email);
        if (done === 'own') throw new ApiError('conflict', accountWords.twoFactorOwn);
        if (done === 'none') throw notFound('twoFactor');
        return reply.code(204).send();
      },
    );
  };
