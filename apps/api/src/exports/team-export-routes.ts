/** Exports of all that a team has. */
import { api } from '@plimsoll/contracts/paths';
import { teamExportListSchema, teamExportSchema } from '@plimsoll/contracts/team-export';
import { audited } from '@plimsoll/store/audited';
import { StoreError } from '@plimsoll/store/store-error';
import { askTeamExport, findTeamExportFile, listTeamExports, removeTeamExport } from '@plimsoll/store/team-exports';
import { problemWords } from '@plimsoll/wording/en/problem';
import { z } from 'zod';
import { auditActor, noteDone } from '../audit/audit-actor.ts';
import { removalRoute } from '../audit/removal-route.ts';
import { teamCaller } from '../auth/access.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { keptFile } from '../http/downloads.ts';
import { errors, type Route, routeOf, uuidParams } from '../http/schema.ts';

const tags = ['team'];

export const readTeamExports: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.teamExports,
      {
        config: { action: 'team.export' },
        schema: {
          summary: 'Exports of all that the team has, newest first.',
          tags,
          response: { 200: teamExportListSchema, ...errors(401, 403) },
        },
      },
      async (request) => {
        return { items: await listTeamExports(db, teamCaller(request).teamId) };
      },
    );
  };

export const makeTeamExports: Route =
  ({ db }) =>
  async (app) => {
    app.post(
      api.teamExports,
      {
        config: { action: 'team.export' },
        schema: {
          summary: 'Make one file of all that the team has.',
          description:
            'In an installation with an archive, else 409. It is made in the background, takes the place of the exports before, and goes after seven days. ' +
            'One is made at a time. The file is gzip of lines of JSON: plans, experiments, kept comparisons and runs with their points, secrets masked.',
          tags,
          body: z.strictObject({}).nullish(),
          response: { 202: teamExportSchema, ...errors(400, 401, 403, 409) },
        },
      },
      async (request, reply) => {
        const { teamId, userId } = teamCaller(request);
        if (!db.objects) throw new StoreError('export_no_archive', {});
        const asked = await audited(
          db,
          auditActor(request),
          { action: 'team.export' },
          (client) => askTeamExport(client, teamId, userId),
          (made) => made && { what: { kind: 'export', id: made.id } },
        );
        if (!asked) throw new ApiError('conflict', problemWords.general.exportUnderWay);
        return reply.code(202).header('location', api.teamExport(asked.id)).send(asked);
      },
    );
  };

export const downloadTeamExport: Route =
  ({ db, downloads }) =>
  async (app) => {
    app.get(
      routeOf(api.teamExportFile(':id')),
      {
        config: { action: 'team.export' },
        schema: {
          summary: 'Download an export of all that the team has.',
          tags,
          params: uuidParams,
          response: { 200: keptFile, ...errors(401, 403, 404, 409, 429, 503) },
        },
      },
      async (request, reply) => {
        const { teamId } = teamCaller(request);
        const file = await findTeamExportFile(db, teamId, request.params.id);
        if (!file) throw notFound('export');
        const name = `plimsoll-${file.at.toISOString().slice(0, 10)}.jsonl.gz`;
        return downloads.send(reply, { teamId, file, name }, () =>
          noteDone(db, request, { action: 'team.export_read', what: { kind: 'export', id: request.params.id } }),
        );
      },
    );
  };

export const removeOneTeamExport = removalRoute({
  path: routeOf(api.teamExport(':id')),
  summary: 'Remove an export of all that the team has, or stop one that is made.',
  tag: 'team',
  permission: 'team.export',
  action: 'team.export_remove',
  subject: 'export',
  missing: 'export',
  remove: removeTeamExport,
});
