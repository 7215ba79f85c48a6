/** Experiments: asked for here, the row first, the queue's hint after it; driven by the worker that takes them. */
import {
  type CreateExperiment,
  createExperimentSchema,
  type Experiment,
  experimentProgressSchema,
  experimentSchema,
} from '@plimsoll/contracts/experiment';
import { experimentListSchema } from '@plimsoll/contracts/experiment-list';
import { api } from '@plimsoll/contracts/paths';
import type { AuditActor } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import { findExperiment, findExperimentProgress, requestExperimentStop } from '@plimsoll/store/experiments';
import { listExperiments } from '@plimsoll/store/list-experiments';
import { problemWords } from '@plimsoll/wording/en/problem';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import type { Caller } from '../auth/caller.ts';
import { listingRoute, readingRoute } from '../auth/reading-route.ts';
import { askToStop } from '../budget/ask-to-stop.ts';
import { holdExperiment, reserve } from '../budget/hold-to-budget.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { hashOfBody, idempotencyHeaders, readIdempotencyKey } from '../http/idempotency-key.ts';
import { makeOnce } from '../http/make-once.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { announceExperiment, designExperiment, readyExperiment } from './ask-experiment.ts';

interface Asked {
  readonly by: AuditActor;
  readonly caller: Caller;
  readonly body: CreateExperiment;
  readonly key: string | undefined;
  readonly requestId: string;
}

async function ask(context: ApiContext, { by, caller, body, key, requestId }: Asked): Promise<{ made: Experiment; repeated: boolean }> {
  const { db } = context;
  const { teamId } = caller;
  const taken = await designExperiment(context, caller, body);
  const held = await holdExperiment(context, caller, taken.experiment);
  const reserved = (inside: Db, id: string) => reserve(inside, caller, held, { kind: 'experiment', id });
  const insert = await readyExperiment(context, { by, ...taken, requestId, reserved });
  return makeOnce(db, { teamId, kind: 'experiment', key, bodyHash: hashOfBody(body) }, insert, findExperiment);
}

export const createExperiment: Route = (context) => async (app) => {
  app.post(
    api.experiments,
    {
      config: { action: 'experiment.create', takesPlan: 'experiment' },
      schema: {
        summary: 'Ask for an experiment: A/B, A/A, a sweep or a capacity search.',
        description:
          'Its runs are made in rounds of each variant once, by the same worker or, of plans with several generators, the same workers. design: together makes the runs of a round at once, from one time 0; turns makes them by one process that changes sides every few seconds, in an order drawn at random; runs makes one whole run after another. auto chooses together where each variant has a host and port of its own, turns where two share one, or where together they would send half of what the plan’s target is known to carry or more (GET /api/v1/plans/{id}/ceiling), and each lasts 12 s at least, else runs; designReason says why. Idempotency-Key as with runs.',
        tags: ['experiments'],
        headers: idempotencyHeaders,
        body: createExperimentSchema,
        response: { 201: experimentSchema, ...errors(400, 401, 403, 404, 409, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      const key = readIdempotencyKey(request.headers);
      const { id: requestId, body } = request;
      const { made, repeated } = await ask(context, { by: auditActor(request), caller: teamCaller(request), body, key, requestId });
      if (!repeated) announceExperiment(context, request.log, made);
      return reply.code(201).header('location', api.experiment(made.id)).send(made);
    },
  );
};

export const listTeamExperiments = listingRoute({
  path: api.experiments,
  summary: "The team's latest 200 experiments, newest first.",
  tag: 'experiments',
  permission: 'experiment.view',
  answer: experimentListSchema,
  list: listExperiments,
});

export const readExperiment = readingRoute({
  path: api.experiment(':id'),
  summary: 'One experiment with its runs and what they show so far.',
  tag: 'experiments',
  permission: 'experiment.view',
  answer: experimentSchema,
  missing: 'experiment',
  find: findExperiment,
});

export const readExperimentProgress = readingRoute({
  path: api.experimentProgress(':id'),
  summary: 'One experiment without its variants: what changes while it is under way.',
  description: 'For who asks again and again. The variants and their plans never change; the experiment by itself has them.',
  tag: 'experiments',
  permission: 'experiment.view',
  answer: experimentProgressSchema,
  missing: 'experiment',
  find: findExperimentProgress,
});

export const stopExperiment: Route =
  ({ db }) =>
  async (app) => {
    app.post(
      api.stopExperiment(':id'),
      {
        config: { action: 'experiment.stop' },
        schema: {
          summary: 'Stop an experiment and its run under way.',
          tags: ['experiments'],
          params: uuidParams,
          response: { 202: experimentSchema, ...errors(401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const asked = await askToStop(db, request, 'experiment', requestExperimentStop);
        if (!asked) throw notFound('experiment');
        if (asked.outcome === 'finished') throw new ApiError('conflict', problemWords.experiment.over({ state: asked.experiment.state }));
        return reply.code(202).send(asked.experiment);
      },
    );
  };
