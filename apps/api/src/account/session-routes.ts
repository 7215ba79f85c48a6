/** The signed-in person, and the team for which the session acts. */
import { sessionSchema } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { chooseTeam } from '@plimsoll/store/accounts';
import { listTeams } from '@plimsoll/store/members';
import { isOperator } from '@plimsoll/store/operators';
import { findPasswordHash } from '@plimsoll/store/own-account';
import { z } from 'zod';
import { signedIn } from '../auth/access.ts';
import type { SignedIn } from '../auth/auth.ts';
import { findMember } from '../auth/caller.ts';
import { keepsPasskeys, lacksSecondFactor, waysIn } from '../auth/sign-in-policy.ts';
import type { ApiContext } from '../context.ts';
import { notFound } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';
import { mayMakeTeams } from './team-routes.ts';

/** The person's session: who is signed in, and the person's teams. */
export async function describeSession(context: ApiContext, person: SignedIn) {
  const { config, db } = context;
  const { id: userId } = person.user;
  const [member, teams, operator, hash] = await Promise.all([
    findMember(db, person),
    listTeams(db, userId),
    isOperator(db, userId),
    findPasswordHash(db, userId),
  ]);
  const team = teams.find(({ id }) => id === member?.teamId);
  return {
    user: person.user,
    team: team ? { id: team.id, name: team.name } : null,
    role: member?.role ?? null,
    operator,
    makesTeams: mayMakeTeams(config, operator),
    teams,
    language: person.language,
    ways: { ...waysIn(config), passkeys: keepsPasskeys(config) },
    hasPassword: hash !== null,
    needsSecondFactor: lacksSecondFactor(config, person),
  };
}

export const readSession: Route = (context) => async (app) => {
  app.get(
    api.session,
    {
      config: { action: 'person', beforeSecondFactor: true },
      schema: { summary: 'The signed-in person.', tags: ['accounts'], response: { 200: sessionSchema, ...errors(401) } },
    },
    async (request) => {
      return describeSession(context, signedIn(request));
    },
  );
};

export const chooseCurrentTeam: Route = (context) => async (app) => {
  const { db } = context;
  app.post(
    api.currentTeam,
    {
      config: { action: 'person' },
      schema: {
        summary: 'Act for this team from now on.',
        tags: ['accounts'],
        body: z.strictObject({ teamId: z.string().max(100) }),
        response: { 200: sessionSchema, ...errors(400, 401, 404) },
      },
    },
    async (request) => {
      const person = signedIn(request);
      const { teamId } = request.body;
      if (!(await listTeams(db, person.user.id)).some(({ id }) => id === teamId)) throw notFound('team');
      await chooseTeam(db, person.sessionId, teamId);
      return describeSession(context, { ...person, activeTeamId: teamId });
    },
  );
};
