/** Plans kept by the team. */
import { api } from '@plimsoll/contracts/paths';
import { savedPlanListSchema, savedPlanSchema, savePlanSchema } from '@plimsoll/contracts/saved-plan';
import { audited } from '@plimsoll/store/audited';
import { deletePlan, findPlan, listPlans, savePlan, updatePlan } from '@plimsoll/store/plans';
import { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { removalRoute } from '../audit/removal-route.ts';
import { teamCaller } from '../auth/access.ts';
import { refuseBudgetPlan } from '../budget/hold-to-budget.ts';
import { notFound } from '../http/api-error.ts';
import { ifMatchHeaders, readIfMatch, revisionTag } from '../http/if-match.ts';
import { refuseUnknownPlan } from '../http/refuse-unknown-plan.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { refuseUnfit, withSecrets } from './plan-intake.ts';

const listQuerySchema = z.strictObject({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const createPlan: Route = (context) => async (app) => {
  app.post(
    api.plans,
    {
      config: { action: 'plan.edit', takesPlan: 'plan', yaml: true },
      schema: {
        summary: 'Keep a plan.',
        tags: ['plans'],
        body: savePlanSchema,
        response: { 201: savedPlanSchema, ...errors(400, 401, 403, 413, 415) },
      },
    },
    async (request, reply) => {
      const caller = teamCaller(request);
      const plan = await withSecrets(context, caller, request.body.plan, request.body.secretsFrom);
      await refuseUnfit(context, caller, plan);
      const { teamId, userId } = caller;
      const { secretKey } = context.config;
      const saved = await audited(
        context.db,
        auditActor(request),
        { action: 'plan.create' },
        (client) => savePlan(client, { teamId, userId, plan, secretKey }),
        ({ id }) => ({ what: { kind: 'plan', id } }),
      );
      return reply.code(201).header('location', api.plan(saved.id)).header('etag', revisionTag(saved.revision)).send(saved);
    },
  );
};

export const listTeamPlans: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.plans,
      {
        config: { action: 'plan.view' },
        schema: {
          summary: "The team's plans, newest first.",
          description:
            'Long contents of plans (bodies, body files, data rows) are left out and named in `plan.leftOut`; a plan by itself has them.',
          tags: ['plans'],
          querystring: listQuerySchema,
          response: { 200: savedPlanListSchema, ...errors(400, 401, 403) },
        },
      },
      async (request) => listPlans(db, teamCaller(request).teamId, request.query),
    );
  };

export const readPlan: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.plan(':id'),
      {
        config: { action: 'plan.view' },
        schema: {
          summary: 'One plan.',
          description: 'Its revision is the ETag, too.',
          tags: ['plans'],
          params: uuidParams,
          response: { 200: savedPlanSchema, ...errors(401, 403, 404) },
        },
      },
      async (request, reply) => {
        const saved = await findPlan(db, teamCaller(request).teamId, request.params.id);
        if (!saved) throw notFound('plan');
        return reply.header('etag', revisionTag(saved.revision)).send(saved);
      },
    );
  };

export const replacePlan: Route = (context) => async (app) => {
  app.put(
    api.plan(':id'),
    {
      config: { action: 'plan.edit', takesPlan: 'plan' },
      schema: {
        summary: 'Replace a plan. Runs made before keep their own copy.',
        description:
          'With If-Match (the ETag of the plan that was read) a change that somebody saved since is not replaced: 409 at /revision, `got` the revision that was asked about and `allowed` the one there is now.',
        tags: ['plans'],
        params: uuidParams,
        headers: ifMatchHeaders,
        body: savePlanSchema,
        response: { 200: savedPlanSchema, ...errors(400, 401, 403, 404, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const caller = teamCaller(request);
      const revision = readIfMatch(request.headers);
      const { id } = request.params;
      await refuseUnknownPlan(context.db, caller.teamId, id);
      refuseBudgetPlan(caller, id);
      const plan = await withSecrets(context, caller, request.body.plan, request.body.secretsFrom ?? id);
      await refuseUnfit(context, caller, plan);
      const { secretKey } = context.config;
      const saved = await audited(
        context.db,
        auditActor(request),
        { action: 'plan.edit', what: { kind: 'plan', id } },
        (client) => updatePlan(client, id, { teamId: caller.teamId, plan, secretKey, revision }),
        (found) => found && {},
      );
      if (!saved) throw notFound('plan');
      return reply.header('etag', revisionTag(saved.revision)).send(saved);
    },
  );
};

export const removePlan = removalRoute({
  path: api.plan(':id'),
  summary: 'Delete a plan. Its runs stay. With If-Match a change that somebody saved since is not lost: 409, as where it is replaced.',
  tag: 'plans',
  permission: 'plan.delete',
  action: 'plan.delete',
  subject: 'plan',
  missing: 'plan',
  revised: true,
  remove: deletePlan,
});
