/** How small a change an experiment will see, before it begins, and how its interval closes in while it goes on. */
import { courseQuestion } from '@plimsoll/analysis/course-question';
import { planCeilingSchema } from '@plimsoll/contracts/design';
import { experimentCourseSchema, foreseenPowerSchema, powerQuerySchema } from '@plimsoll/contracts/foreseen-power';
import { api } from '@plimsoll/contracts/paths';
import { findExperiment } from '@plimsoll/store/experiments';
import { ceilingOfPlan } from '@plimsoll/store/plan-ceiling';
import { findPlan } from '@plimsoll/store/plans';
import { teamCaller } from '../auth/access.ts';
import { readingRoute } from '../auth/reading-route.ts';
import { askerOf } from '../figures/asker-of.ts';
import { sendFigures } from '../figures/send-figures.ts';
import { notFound } from '../http/api-error.ts';
import { refuseUnknownPlan } from '../http/refuse-unknown-plan.ts';
import { errors, type Route, routeOf, uuidParams, writtenJson } from '../http/schema.ts';

export const readPower: Route =
  ({ db, analysis }) =>
  async (app) => {
    app.get(
      routeOf(api.power(':id', '')),
      {
        config: { action: 'plan.view' },
        schema: {
          summary: "How small a change an experiment of the plan will see, told by the plan's history.",
          description:
            'For variants that are loaded at once (design: together) or in turns of some seconds. Its history is its latest such experiment, else its newest two runs.',
          tags: ['plans'],
          params: uuidParams,
          querystring: powerQuerySchema,
          response: { 200: foreseenPowerSchema, ...errors(400, 401, 403, 404, 429) },
        },
      },
      async (request, reply) => {
        const { teamId } = teamCaller(request);
        const planId = request.params.id;
        await refuseUnknownPlan(db, teamId, planId);
        return analysis.planPower({ teamId, planId, ...request.query }, askerOf(request, reply));
      },
    );
  };

export const readCeiling = readingRoute({
  path: api.planCeiling(':id'),
  summary: "The rate that the plan's target is known to carry, told by the plan's history.",
  description:
    'What its latest capacity search found, else the most good answers per second of its newest 50 runs among those that the target held back.',
  tag: 'plans',
  permission: 'plan.view',
  answer: planCeilingSchema,
  missing: 'plan',
  find: async (db, teamId, planId) => ((await findPlan(db, teamId, planId)) ? { ceiling: await ceilingOfPlan(db, teamId, planId) } : null),
});

export const readExperimentCourse: Route = (context) => async (app) => {
  app.get(
    api.experimentCourse(':id'),
    {
      config: { action: 'experiment.view' },
      schema: {
        summary:
          'How the always-valid interval of the change of p50 closes in, of variants that are loaded at once, or in turns of some seconds.',
        description:
          'At each time it holds the change of the two running services but with chance 5 %, at all times together. Nobody stops an experiment by it: its verdicts are made at planned looks.',
        tags: ['experiments'],
        params: uuidParams,
        response: { 200: writtenJson(experimentCourseSchema, 'The course of each candidate.'), ...errors(401, 403, 404, 429) },
      },
    },
    async (request, reply) => {
      const { teamId } = teamCaller(request);
      const experiment = await findExperiment(context.db, teamId, request.params.id);
      if (!experiment) throw notFound('experiment');
      const question = courseQuestion(teamId, experiment);
      return sendFigures(context, request, reply, { name: 'experimentCourse', question }, experiment.endedAt);
    },
  );
};
