/** Views of the list of runs that the team keeps by name. */
import { api } from '@plimsoll/contracts/paths';
import { keepRunViewSchema, mostRunViews, runViewListSchema, runViewSchema } from '@plimsoll/contracts/run-view';
import { audited } from '@plimsoll/store/audited';
import { keepRunView, listRunViews, removeRunView } from '@plimsoll/store/run-views';
import { problemWords } from '@plimsoll/wording/en/problem';
import { auditActor } from '../audit/audit-actor.ts';
import { removalRoute } from '../audit/removal-route.ts';
import { teamCaller } from '../auth/access.ts';
import { listingRoute } from '../auth/reading-route.ts';
import { invalid } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';

export const keepView: Route =
  ({ db }) =>
  async (app) => {
    app.post(
      api.runViews,
      {
        config: { action: 'run.edit' },
        schema: {
          summary: 'Keep a view of the list of runs by name, for the whole team.',
          description: `"filters" are those of GET /api/v1/runs. A name that is used already gets the new ones. A team keeps ${mostRunViews}.`,
          tags: ['runs'],
          body: keepRunViewSchema,
          response: { 201: runViewSchema, ...errors(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { teamId } = teamCaller(request);
        const kept = await audited(
          db,
          auditActor(request),
          { action: 'view.keep' },
          (client) => keepRunView(client, teamId, request.body),
          (made) => made && { what: { kind: 'view', id: made.id }, details: { name: made.name } },
        );
        if (!kept) throw invalid('/name', problemWords.general.mostViews({ most: mostRunViews }));
        return reply.code(201).send(kept);
      },
    );
  };

export const listViews = listingRoute({
  path: api.runViews,
  summary: 'Views of the list of runs that the team keeps.',
  tag: 'runs',
  permission: 'run.view',
  answer: runViewListSchema,
  list: listRunViews,
});

export const removeView = removalRoute({
  path: api.runView(':id'),
  summary: 'Remove a kept view; its runs stay.',
  tag: 'runs',
  permission: 'run.edit',
  action: 'view.remove',
  subject: 'view',
  missing: 'view',
  remove: removeRunView,
});
