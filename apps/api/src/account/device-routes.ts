/**
 * A machine gets a token because a person says so in a browser. better-auth's plugin for it hands out sessions, which may do all that the person
 * may in every team, and keeps both codes as they are; a machine needs a token of one team. Codes stand in no path and no log.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { can } from '@plimsoll/contracts/account';
import {
  askDeviceCodeSchema,
  askDeviceTokenSchema,
  decideDeviceSchema,
  deviceCodeLength,
  deviceCodeSchema,
  deviceLetters,
  deviceLifeSeconds,
  deviceTokenDays,
  deviceTokenSchema,
  lettersOf,
  lookAtDeviceSchema,
  shownUserCode,
  waitingDeviceSchema,
} from '@plimsoll/contracts/device-login';
import { api } from '@plimsoll/contracts/paths';
import { decideDeviceLogin, findDeviceLogin, insertDeviceLogin, redeemDeviceLogin } from '@plimsoll/store/device-logins';
import { accountWords } from '@plimsoll/wording/en/account';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { auditPlace } from '../audit/audit-actor.ts';
import { signedIn } from '../auth/access.ts';
import { tooMany } from '../auth/account-limits.ts';
import { type Caller, findMember, hashOfToken, newToken } from '../auth/caller.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { originOf } from '../http/origin.ts';
import { errors, type Route } from '../http/schema.ts';

const intervalSeconds = 5;
const dayMs = 86_400_000;
/** What the command line does with it: runs, plans, comparisons and experiments. */
const scopes = ['run'] as const;

export const askDeviceCode: Route =
  ({ db, config, limits }) =>
  async (app) => {
    app.post(
      api.deviceCode,
      {
        config: { action: 'public' },
        schema: {
          summary: 'Ask for a token that a person approves in a browser.',
          description: `Show the person \`userCode\` and \`verificationUrl\`, and ask ${api.deviceToken} no more often than \`intervalSeconds\`. It waits for ten minutes.`,
          tags: ['tokens'],
          body: askDeviceCodeSchema,
          response: { 201: deviceCodeSchema, ...errors(400, 429) },
        },
      },
      async (request, reply) => {
        if (!(await limits.deviceCodes.take(request.ip))) throw tooMany('tooManyDevices');
        const deviceCode = randomBytes(32).toString('base64url');
        const { machine } = request.body;
        const asked = {
          deviceHash: hashOfToken(deviceCode),
          machine,
          address: request.ip,
          lifeSeconds: deviceLifeSeconds,
          intervalSeconds,
        };
        let letters = newLetters();
        // Two of some billion codes are alike at hardly any time.
        while (!(await insertDeviceLogin(db, { ...asked, userHash: hashOfToken(letters) }))) letters = newLetters();
        const userCode = shownUserCode(letters);
        const verificationUrl = `${originOf(request, config)}/device`;
        return reply.code(201).send({
          deviceCode,
          userCode,
          verificationUrl,
          verificationUrlComplete: `${verificationUrl}?code=${userCode}`,
          expiresInSeconds: deviceLifeSeconds,
          intervalSeconds,
        });
      },
    );
  };

const newLetters = () => Array.from({ length: deviceCodeLength }, () => deviceLetters[randomInt(deviceLetters.length)]).join('');

export const askDeviceToken: Route =
  ({ db }) =>
  async (app) => {
    app.post(
      api.deviceToken,
      {
        config: { action: 'public' },
        schema: {
          summary: 'Ask what a person decided. A token is told this once.',
          description: `The token is of the team that the person acted for, has the scope \`run\`, is named after the machine, and ends after ${deviceTokenDays} days. 404: the code is unknown, used or over.`,
          tags: ['tokens'],
          body: askDeviceTokenSchema,
          response: { 200: deviceTokenSchema, ...errors(400, 404) },
        },
      },
      async (request, reply) => {
        // Made now, so that it is stored nowhere.
        const { token, tokenHash } = newToken();
        const wanted = { tokenHash, scopes, expiresAt: new Date(Date.now() + deviceTokenDays * dayMs) };
        const answer = await redeemDeviceLogin(db, hashOfToken(request.body.deviceCode), wanted, auditPlace(request));
        if (!answer) throw notFound('device');
        return reply.send(answer.state === 'approved' ? { state: 'approved', token } : answer);
      },
    );
  };

/** A person in a browser, who may make tokens in the team that is open there. No token says yes to a machine. */
async function decider({ db, limits }: ApiContext, request: FastifyRequest): Promise<Caller> {
  const person = signedIn(request);
  const member = await findMember(db, person);
  if (!member) throw new ApiError('forbidden', accountWords.noTeam);
  if (!can(member.role, 'token.create'))
    throw new ApiError('forbidden', accountWords.roleForbids({ role: member.role, action: 'token.create' }));
  if (!(await limits.deviceGuesses.take(person.user.id))) throw tooMany('tooManyDeviceGuesses');
  return member;
}

export const lookAtDevice: Route = (context) => async (app) => {
  app.post(
    api.waitingDevice,
    {
      config: { action: 'person' },
      schema: {
        summary: 'The machine that waits with this code.',
        tags: ['tokens'],
        body: lookAtDeviceSchema,
        response: { 200: waitingDeviceSchema, ...errors(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { userId } = await decider(context, request);
      const found = await findDeviceLogin(context.db, hashOfToken(lettersOf(request.body.userCode)));
      if (!found) throw notFound('device');
      await context.limits.deviceGuesses.giveBack(userId);
      const { createdAt, expiresAt, ...asked } = found;
      return reply.send({ ...asked, askedAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() });
    },
  );
};

export const decideDevice: Route = (context) => async (app) => {
  app.post(
    api.decideDevice,
    {
      config: { action: 'person' },
      schema: {
        summary: 'Let the machine that waits with this code have a token of the team that is open, or not. Once.',
        tags: ['tokens'],
        body: decideDeviceSchema,
        response: { 204: z.undefined(), ...errors(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { userCode, approve } = request.body;
      const { teamId, userId } = await decider(context, request);
      if (!(await decideDeviceLogin(context.db, hashOfToken(lettersOf(userCode)), { approved: approve, teamId, userId })))
        throw notFound('device');
      await context.limits.deviceGuesses.giveBack(userId);
      return reply.code(204).send();
    },
  );
};
