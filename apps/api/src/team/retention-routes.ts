/** How long the team keeps samples, what that would free, and what it stores. */
import { api } from '@plimsoll/contracts/paths';
import { retentionFreedSchema, retentionQuerySchema, retentionSchema, teamStorageSchema } from '@plimsoll/contracts/retention';
import { audited } from '@plimsoll/store/audited';
import { previewRetention } from '@plimsoll/store/due-runs';
import { changeRetention, readRetention } from '@plimsoll/store/retention';
import { readTeamStorage } from '@plimsoll/store/team-storage';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import { errors, type Route } from '../http/schema.ts';

export const retention: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.retention,
      {
        config: { action: 'team.view' },
        schema: {
          summary: 'How long the team keeps samples.',
          tags: ['team'],
          response: { 200: retentionSchema, ...errors(401, 403) },
        },
      },
      (request) => readRetention(db, teamCaller(request).teamId),
    );
    app.put(
      api.retention,
      {
        config: { action: 'team.edit' },
        schema: {
          summary: 'Say how long the team keeps samples.',
          description:
            'Within ten minutes, samples of runs that ended samplesDays ago become samples of 10 s with the same counts and merged histograms; runs that ended runsDays ago keep their figures and lose their samples. What went does not come back: GET /api/v1/team/retention-preview says first what it will be.',
          tags: ['team'],
          body: retentionSchema,
          response: { 200: retentionSchema, ...errors(400, 401, 403) },
        },
      },
      async (request) => {
        const { teamId } = teamCaller(request);
        const { samplesDays, runsDays } = request.body;
        const details = { samplesDays: samplesDays ?? 'for ever', runsDays: runsDays ?? 'for ever' };
        await audited(db, auditActor(request), { action: 'team.retention', details }, (client) =>
          changeRetention(client, teamId, request.body),
        );
        return request.body;
      },
    );
    app.get(
      api.retentionPreview,
      {
        config: { action: 'team.edit' },
        schema: {
          summary: 'What such a retention would free now.',
          description: 'Days that are left out are for ever. Counts every sample that would go: about a second for each million.',
          tags: ['team'],
          querystring: retentionQuerySchema,
          response: { 200: retentionFreedSchema, ...errors(400, 401, 403) },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { samplesDays = null, runsDays = null } = request.query;
        return previewRetention(db, teamCaller(request).teamId, { samplesDays, runsDays });
      },
    );
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
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return readTeamStorage(db, teamCaller(request).teamId);
      },
    );
  };
