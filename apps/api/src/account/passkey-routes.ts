/** A person's passkeys, and signing in with one. */
import {
  addPasskeySchema,
  passkeyListSchema,
  passkeyOptionsSchema,
  renamePasskeySchema,
  signInByPasskeySchema,
  startPasskeySchema,
} from '@plimsoll/contracts/passkeys';
import { api } from '@plimsoll/contracts/paths';
import { writeAuditOfPerson } from '@plimsoll/store/audited';
import { copyIdToken } from '@plimsoll/store/id-tokens';
import { findPasswordHash } from '@plimsoll/store/own-account';
import { deletePasskey, findPasskey, insertPasskey, listPasskeys, renamePasskey, usePasskey } from '@plimsoll/store/passkeys';
import { endSessions } from '@plimsoll/store/sessions';
import { accountWords } from '@plimsoll/wording/en/account';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { auditPlace } from '../audit/audit-actor.ts';
import { signedIn } from '../auth/access.ts';
import { tooMany } from '../auth/account-limits.ts';
import { askOwnPassword } from '../auth/ask-own-password.ts';
import type { SignedIn } from '../auth/auth.ts';
import { findPerson } from '../auth/caller.ts';
import { openProviderSession, openSession } from '../auth/open-session.ts';
import { readRegistration, readSignIn, registrationOptions, signInOptions } from '../auth/passkey-rules.ts';
import { type SealedCookie, sealedCookie } from '../auth/sealed-cookie.ts';
import { keepsPasskeys, lacksSecondFactor, refuseNewFactor, refuseOwnWays } from '../auth/sign-in-policy.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { tellOfAccess } from './tell-of-access.ts';

/** `userId`: who adds one; null: somebody signs in. */
const askedSchema = z.strictObject({ challenge: z.string(), userId: z.string().nullable() });
type Asked = z.infer<typeof askedSchema>;

const minutes = 5;
/** Who has no password to ask for comes from the provider a moment ago. */
const freshMs = 15 * 60_000;
const mostOfPerson = 20;

const openAsked = (context: ApiContext): SealedCookie<Asked> =>
  sealedCookie(context, { name: 'passkey', schema: askedSchema, seconds: minutes * 60 });

/** Throws ApiError where the installation has none. */
function refuseWithout({ config }: ApiContext): void {
  if (keepsPasskeys(config)) return;
  refuseOwnWays(config);
  throw new ApiError('forbidden', accountWords.noPasskeys);
}

async function askForRight(context: ApiContext, request: FastifyRequest, password: string | undefined): Promise<void> {
  const { user, openedAt, openedBy } = signedIn(request);
  await refuseNewFactor(context, signedIn(request));
  if ((await findPasswordHash(context.db, user.id)) !== null) return askOwnPassword(context, user.id, password ?? '');
  // A link of the operator lasts an hour, and must not leave a passkey behind.
  const known = openedBy === 'oidc' || openedBy === 'passkey';
  if (!known || Date.now() - openedAt.getTime() > freshMs) throw new ApiError('forbidden', accountWords.signInFresh);
}

export const addPasskey: Route = (context) => async (app) => {
  const { auth, db, limits } = context;
  const cookie = openAsked(context);
  app.post(
    api.passkeyOptions,
    {
      config: { action: 'person', beforeSecondFactor: true },
      schema: {
        summary: 'Begin to add a passkey: options for `navigator.credentials.create`, as JSON.',
        description: 'Asks for the password; who has none must have signed in within 15 minutes.',
        tags: ['accounts'],
        body: startPasskeySchema,
        response: { 200: passkeyOptionsSchema, ...errors(400, 401, 403, 409, 429) },
      },
    },
    async (request, reply) => {
      refuseWithout(context);
      const { user } = signedIn(request);
      await askForRight(context, request, request.body.password);
      const known = await listPasskeys(db, user.id);
      if (known.length >= mostOfPerson) throw new ApiError('conflict', accountWords.tooManyPasskeys({ most: mostOfPerson }));
      const options = await registrationOptions(
        auth.origin,
        user,
        known.map(({ credentialId }) => credentialId),
      );
      cookie.write(reply, { challenge: options.challenge, userId: user.id });
      return { ...options };
    },
  );
  app.post(
    api.passkeys,
    {
      config: { action: 'person', beforeSecondFactor: true },
      schema: {
        summary: 'Add the passkey that the browser made.',
        tags: ['accounts'],
        body: addPasskeySchema,
        response: { 204: z.undefined(), ...errors(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      refuseWithout(context);
      const { user } = signedIn(request);
      await refuseNewFactor(context, signedIn(request));
      const { name, response } = request.body;
      const asked = cookie.read(request);
      cookie.clear(reply);
      const mine = asked !== null && asked.userId === user.id && (await limits.usedCookies.take(asked.challenge));
      const made = mine ? await readRegistration(auth.origin, asked.challenge, response as unknown as RegistrationResponseJSON) : null;
      if (!made) throw new ApiError('forbidden', accountWords.passkeyRefused);
      if (!(await insertPasskey(db, user.id, { ...made, name }))) throw new ApiError('conflict', accountWords.passkeyKnown);
      await writeAuditOfPerson(db, user.email, auditPlace(request), 'passkey.add', { name });
      tellOfAccess(context, request, 'passkeyAdded');
      return reply.code(204).send();
    },
  );
};

export const lookAfterPasskeys: Route = (context) => async (app) => {
  const { db } = context;
  app.get(
    api.passkeys,
    {
      config: { action: 'person', beforeSecondFactor: true },
      schema: { summary: 'Your passkeys.', tags: ['accounts'], response: { 200: passkeyListSchema, ...errors(401) } },
    },
    async (request) => {
      const items = await listPasskeys(db, signedIn(request).user.id);
      return { items: items.map(({ credentialId: _, ...passkey }) => passkey) };
    },
  );
  app.patch(
    api.passkey(':id'),
    {
      config: { action: 'person' },
      schema: {
        summary: 'Give a passkey of yours another name.',
        tags: ['accounts'],
        params: uuidParams,
        body: renamePasskeySchema,
        response: { 204: z.undefined(), ...errors(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const { user } = signedIn(request);
      const { name } = request.body;
      if (!(await renamePasskey(db, user.id, request.params.id, name))) throw notFound('passkey');
      await writeAuditOfPerson(db, user.email, auditPlace(request), 'passkey.rename', { name });
      return reply.code(204).send();
    },
  );
  app.delete(
    api.passkey(':id'),
    {
      config: { action: 'person' },
      schema: {
        summary: 'Remove a passkey of yours: it signs nobody in any more, and the other sessions that it opened end.',
        tags: ['accounts'],
        params: uuidParams,
        response: { 204: z.undefined(), ...errors(401, 404) },
      },
    },
    async (request, reply) => {
      const { user, sessionId } = signedIn(request);
      const removed = await deletePasskey(db, user.id, request.params.id, sessionId);
      if (!removed) throw notFound('passkey');
      await writeAuditOfPerson(db, user.email, auditPlace(request), 'passkey.remove', { ...removed });
      tellOfAccess(context, request, 'passkeyRemoved');
      return reply.code(204).send();
    },
  );
};

/** The session by the provider that this passkey is to be the second factor of; null: it signs in by itself. */
async function findUnconfirmed({ auth, config }: ApiContext, request: FastifyRequest): Promise<SignedIn | null> {
  const person = await findPerson(auth, request.headers);
  return person?.openedBy === 'oidc' && lacksSecondFactor(config, person) ? person : null;
}

export const signInByPasskey: Route = (context) => async (app) => {
  const { auth, config, db, limits } = context;
  const cookie = openAsked(context);
  app.post(
    api.passkeySignInOptions,
    { config: { action: 'public' }, schema: { hide: true, response: { 200: passkeyOptionsSchema, ...errors(403, 429) } } },
    async (request, reply) => {
      refuseWithout(context);
      if (!(await limits.begunSignIns.take(request.ip))) throw tooMany('tooManySignIns');
      const options = await signInOptions(auth.origin);
      cookie.write(reply, { challenge: options.challenge, userId: null });
      return { ...options };
    },
  );
  app.post(
    api.passkeySignIn,
    {
      config: { action: 'public' },
      schema: { hide: true, body: signInByPasskeySchema, response: { 204: z.undefined(), ...errors(400, 401, 403) } },
    },
    async (request, reply) => {
      refuseWithout(context);
      const unconfirmed = await findUnconfirmed(context, request);
      if (!unconfirmed) refuseOwnWays(config);
      const { response } = request.body;
      const asked = cookie.read(request);
      cookie.clear(reply);
      const refused = new ApiError('not_signed_in', accountWords.passkeyRefused);
      if (asked === null || asked.userId !== null || !(await limits.usedCookies.take(asked.challenge))) throw refused;
      const passkey = await findPasskey(db, response.id);
      if (!passkey || (unconfirmed && unconfirmed.user.id !== passkey.userId)) throw refused;
      const counter = await readSignIn(auth.origin, asked.challenge, response as unknown as AuthenticationResponseJSON, passkey);
      if (counter === null || !(await usePasskey(db, passkey.id, counter))) {
        await writeAuditOfPerson(db, passkey.email, auditPlace(request), 'session.sign_in_failed', { by: 'passkey' });
        throw refused;
      }
      const { id: passkeyId, userId } = passkey;
      if (unconfirmed) {
        // It stays one by the provider, and ends when that does. What may do more than before has another secret.
        const { endsAt, activeTeamId, providerSession } = unconfirmed;
        const asked = { userId, endsAt, activeTeamId, passkeyId, providerSession };
        const opened = await openProviderSession(context, request, reply, asked);
        if (!opened) throw new ApiError('not_signed_in', accountWords.signedOutMeanwhile);
        await copyIdToken(db, unconfirmed.sessionId, opened.sessionId);
        await endSessions(db, userId, unconfirmed.sessionId);
      } else await openSession(auth, request, reply, { userId, by: 'passkey', endsAt: null, passkeyId });
      await limits.begunSignIns.giveBack(request.ip);
      await writeAuditOfPerson(db, passkey.email, auditPlace(request), 'session.sign_in', { by: 'passkey' });
      return reply.code(204).send();
    },
  );
};
