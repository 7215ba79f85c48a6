/** A new team; who makes it owns it. */
import { createTeamSchema, teamSchema } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { chooseTeam, createTeam } from '@plimsoll/store/accounts';
import { listTeams } from '@plimsoll/store/members';
import { accountWord } from '@plimsoll/wording/account-words';
import { ApiError } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';
import { signedIn } from './access.ts';

const maxTeams = 50;

export const createOwnTeam: Route =
  ({ db }) =>
  async (app) => {
    app.post(
      api.teams,
      {
        config: { action: 'person' },
        schema: {
          summary: 'Make a team, own it and act for it.',
          tags: ['accounts'],
          body: createTeamSchema,
          response: { 201: teamSchema, ...errors(400, 401, 403, 409) },
        },
      },
      async (request, reply) => {
        const person = signedIn(request);
        if ((await listTeams(db, person.user.id)).length >= maxTeams)
          throw new ApiError('conflict', accountWord('account.tooManyTeams', { count: maxTeams }));
        const team = await createTeam(db, person.user.id, request.body.name);
        await chooseTeam(db, person.sessionId, team.id);
        return reply.code(201).send(team);
      },
    );
  };
