/** The storage a team uses, and the storage another retention would free. */
import { api } from '@plimsoll/contracts/paths';
import { retentionFreedSchema, retentionQuerySchema, teamStorageSchema } from '@plimsoll/contracts/retention';
import { previewRetention } from '@plimsoll/store/measure-due';
import { readTeamStorage } from '@plimsoll/store/team-storage';
import { teamCaller } from '../auth/access.ts';
import { errors, type Route } from '../http/schema.ts';

export const readPreview: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.retentionPreview,
      {
        config: { action: 'team.edit' },
        schema: {
          summary: 'What such a retention would free now.',
          description:
            'Days that are left out are for ever. Every sample that would go is looked at; of very many a random part stands for all (exact: false).',
          tags: ['team'],
          querystring: retentionQuerySchema,
          response: { 200: retentionFreedSchema, ...errors(400, 401, 403) },
        },
      },
      async (request) => {
        const { samplesDays = null, runsDays = null } = request.query;
        return previewRetention(db, teamCaller(request).teamId, { samplesDays, runsDays });
      },
    );
  };

export const readStorage: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.teamStorage,
      {
        config: { action: 'team.view' },
        schema: {
          summary: 'What the team stores, by the month in which its runs were made.',
          tags: ['team'],
          response: { 200: teamStorageSchema, ...errors(401, 403) },
        },
      },
      async (request) => {
        return readTeamStorage(db, teamCaller(request).teamId);
      },
    );
  };
