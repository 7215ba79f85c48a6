/** Teams of a person: listed, and made; who makes one owns it. */
import { createTeamSchema, ownTeamListSchema, teamSchema } from '@plimsoll/contracts/account';
import { api } from '@plimsoll/contracts/paths';
import { chooseTeam, createTeam } from '@plimsoll/store/accounts';
import { writeAudit } from '@plimsoll/store/audited';
import { listTeams } from '@plimsoll/store/members';
import { isOperator } from '@plimsoll/store/operators';
import { accountWords } from '@plimsoll/wording/en/account';
import { auditPlace } from '../audit/audit-actor.ts';
import { signedIn } from '../auth/access.ts';
import type { ApiConfig } from '../config.ts';
import { ApiError } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';

const mostOwned = { operator: 50, anyone: 5 };

/** May a person make teams here? `operator`: one who owns the installation. */
export function mayMakeTeams({ teamMakers }: Pick<ApiConfig, 'teamMakers'>, operator: boolean): boolean {
  return operator || teamMakers === 'anyone';
}

export const readOwnTeams: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.teams,
      {
        config: { action: 'person' },
        schema: {
          summary: 'The teams you belong to. POST /api/v1/session/team chooses the one a session acts for.',
          tags: ['accounts'],
          response: { 200: ownTeamListSchema, ...errors(401) },
        },
      },
      async (request) => ({ items: await listTeams(db, signedIn(request).user.id) }),
    );
  };

export const createOwnTeam: Route = (context) => async (app) => {
  const { config, db } = context;
  app.post(
    api.teams,
    {
      config: { action: 'person' },
      schema: {
        summary: 'Make a team, own it and act for it.',
        description: 'PLIMSOLL_TEAM_MAKERS says who may.',
        tags: ['accounts'],
        body: createTeamSchema,
        response: { 201: teamSchema, ...errors(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      const person = signedIn(request);
      const operator = await isOperator(db, person.user.id);
      if (!mayMakeTeams(config, operator)) throw new ApiError('forbidden', accountWords.teamsByOperator);
      const most = operator ? mostOwned.operator : mostOwned.anyone;
      const team = await createTeam(db, person.user.id, request.body.name, most);
      if (!team) throw new ApiError('conflict', accountWords.tooManyTeams({ count: most }));
      const by = { teamId: team.id, userId: person.user.id, tokenId: null, ...auditPlace(request) };
      await writeAudit(db, by, { action: 'team.create', what: { kind: 'team', ...team } });
      await chooseTeam(db, person.sessionId, team.id);
      return reply.code(201).send(team);
    },
  );
};
