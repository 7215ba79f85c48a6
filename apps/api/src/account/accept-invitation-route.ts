/** An invitation is accepted: by the person who is signed in, or by a new one, who is signed in with it. */
import { sessionSchema } from '@plimsoll/contracts/account';
import { acceptInvitationSchema } from '@plimsoll/contracts/invitations';
import { api } from '@plimsoll/contracts/paths';
import { chooseTeam } from '@plimsoll/store/accounts';
import { findInvitation } from '@plimsoll/store/invitations';
import { joinAsNewPerson, joinWithAccount } from '@plimsoll/store/join-team';
import { accountWords } from '@plimsoll/wording/en/account';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { auditPlace } from '../audit/audit-actor.ts';
import { tooMany } from '../auth/account-limits.ts';
import type { SignedIn } from '../auth/auth.ts';
import { findPerson } from '../auth/caller.ts';
import { signInNow } from '../auth/sign-in-now.ts';
import { refuseOwnWays, refuseWithoutSecondFactor } from '../auth/sign-in-policy.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, invalidInput, notFound } from '../http/api-error.ts';
import { hashOfLinkToken } from '../http/link-token.ts';
import { errors, type Route } from '../http/schema.ts';
import { describeSession } from './session-routes.ts';

type Accepted = z.infer<typeof acceptInvitationSchema>;

const namedSchema = acceptInvitationSchema.required({ name: true, password: true });
const addressedSchema = namedSchema.required({ email: true });

async function joinSignedIn({ config, db }: ApiContext, request: FastifyRequest, person: SignedIn, token: string): Promise<SignedIn> {
  refuseWithoutSecondFactor(config, person);
  const joined = await joinWithAccount(db, hashOfLinkToken(token), person.user, auditPlace(request));
  if (!joined) throw notFound('invitation');
  await chooseTeam(db, person.sessionId, joined.team.id);
  return { ...person, activeTeamId: joined.team.id };
}

async function joinNew(
  { auth, config, db, limits }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Accepted,
): Promise<SignedIn> {
  refuseOwnWays(config);
  if (!(await limits.signUps.take(request.ip))) throw tooMany('tooManySignUps');
  const tokenHash = hashOfLinkToken(body.token);
  const invitation = await findInvitation(db, tokenHash);
  if (!invitation) throw notFound('invitation');
  const parsed = (invitation.email === null ? addressedSchema : namedSchema).safeParse(body);
  if (!parsed.success) throw invalidInput(parsed.error, body);
  const { name, password } = parsed.data;
  const email = parsed.data.email ?? invitation.email ?? '';
  const passwordHash = await auth.hashPassword(password);
  const joined = await joinAsNewPerson(db, tokenHash, { name, email, passwordHash }, auditPlace(request));
  if (!joined) throw notFound('invitation');
  const person = await signInNow(auth, request, reply, { email, password });
  if (!person) throw new ApiError('unavailable', accountWords.joinedSignIn);
  return person;
}

export const acceptInvitation: Route = (context) => async (app) => {
  app.post(
    api.acceptInvitation,
    {
      config: { action: 'public' },
      schema: {
        summary: 'Join a team by the token of an invitation.',
        description:
          'With a password a new account is made and signed in (the address is given where the invitation names none); without one the signed-in person joins. 409 where the address has an account: sign in and accept again.',
        tags: ['team'],
        body: acceptInvitationSchema,
        response: { 201: sessionSchema, ...errors(400, 403, 404, 409, 429, 503) },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const known = body.password === undefined ? await findPerson(context.auth, request.headers) : null;
      const person = known ? await joinSignedIn(context, request, known, body.token) : await joinNew(context, request, reply, body);
      return reply.code(201).send(await describeSession(context, person));
    },
  );
};
