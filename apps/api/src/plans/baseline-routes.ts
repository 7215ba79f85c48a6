/** The baseline that a plan's runs are held against, and the trend of its figures over time. */
import { api } from '@plimsoll/contracts/paths';
import { savedPlanSchema } from '@plimsoll/contracts/saved-plan';
import { setBaselineSchema, trendQuerySchema, trendSchema } from '@plimsoll/contracts/trend';
import { type BaselineAnswer, setBaseline } from '@plimsoll/store/baselines';
import { findPlan } from '@plimsoll/store/plans';
import { problemWords } from '@plimsoll/wording/en/problem';
import { teamCaller } from '../auth/access.ts';
import { sendFigures } from '../figures/send-figures.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { refuseUnknownPlan } from '../http/refuse-unknown-plan.ts';
import { errors, type Route, routeOf, uuidParams, writtenJson } from '../http/schema.ts';

const refusals = {
  other_plan: 'baselineOfOtherPlan',
  not_completed: 'baselineNotCompleted',
  invalid: 'baselineInvalid',
} as const satisfies Readonly<Record<Exclude<BaselineAnswer, 'set' | 'no_plan' | 'no_run'>, string>>;

export const pinBaseline: Route =
  ({ db }) =>
  async (app) => {
    app.put(
      api.baseline(':id'),
      {
        config: { action: 'plan.edit' },
        schema: {
          summary: 'Pin a run as the baseline of its plan, or unpin it with null.',
          tags: ['plans'],
          params: uuidParams,
          body: setBaselineSchema,
          response: { 200: savedPlanSchema, ...errors(400, 401, 403, 404, 409) },
        },
      },
      async (request) => {
        const { teamId } = teamCaller(request);
        const { id } = request.params;
        const answer = await setBaseline(db, teamId, id, request.body.runId);
        if (answer === 'no_run') throw notFound('run');
        const saved = answer === 'no_plan' ? null : await findPlan(db, teamId, id);
        if (!saved || answer === 'no_plan') throw notFound('plan');
        if (answer === 'set') return saved;
        const message = problemWords.plan[refusals[answer]];
        throw new ApiError('conflict', message, [{ field: '/runId', message }]);
      },
    );
  };

export const readTrend: Route = (context) => async (app) => {
  app.get(
    routeOf(api.trend(':id', '')),
    {
      config: { action: 'plan.view' },
      schema: {
        summary: "One metric over the plan's last 200 completed runs, with change points.",
        tags: ['plans'],
        params: uuidParams,
        querystring: trendQuerySchema,
        response: { 200: writtenJson(trendSchema, 'The trend.'), ...errors(400, 401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { teamId } = teamCaller(request);
      const planId = request.params.id;
      await refuseUnknownPlan(context.db, teamId, planId);
      const { metric } = request.query;
      return sendFigures(context, request, reply, { name: 'planTrend', question: { teamId, planId, metric } }, null);
    },
  );
};
