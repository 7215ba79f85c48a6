/** Experiments: asked for here, the row first, the queue's hint after it; driven by the worker that takes them. */
import { durationMs, formatDuration } from '@plimsoll/contracts/duration';
import {
  type CreateExperiment,
  createExperimentSchema,
  type Experiment,
  experimentListSchema,
  experimentSchema,
} from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import { loadDurationMs, type Plan } from '@plimsoll/contracts/plan';
import { firstRuns } from '@plimsoll/statistics/interleave';
import { confirmingTimes, planAtRate } from '@plimsoll/statistics/plan-at-rate';
import type { Db } from '@plimsoll/store/db';
import { findExperiment, insertExperiment, listExperiments, requestExperimentStop } from '@plimsoll/store/experiments';
import { oncePerKey } from '@plimsoll/store/idempotency';
import { findPlan } from '@plimsoll/store/plans';
import { teamCaller } from '../auth/access.ts';
import type { Caller } from '../auth/caller.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, invalid, notFound } from '../http/api-error.ts';
import { hashOf, idempotencyHeaders, idempotencyKeyOf } from '../http/idempotency-key.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { refuseUnfit, withSecrets } from '../plans/plan-intake.ts';

/** What refuses a plan points into `/plan`; here plans lie elsewhere. */
async function movedTo<T>(place: (field: string) => string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(
      error.code,
      error.message,
      error.errors.map((problem) => ({ ...problem, field: place(problem.field) })),
    );
  }
}

/** The runs of an experiment are compared, and so are made in the same place. */
function refuseSeveralGenerators({ generators }: Plan): void {
  if (generators === 1) return;
  throw invalid('/plan/generators', 'All runs of an experiment are made on one worker: leave out "generators", or set it to 1.', {
    got: String(generators),
    allowed: '1',
  });
}

/** How long the load lasts at most, all runs together; runs that end by their number of requests are not foreseen. */
function longestMs({ variants, repeats, extendTo, kind, coolDown }: CreateExperiment): number {
  const sides = kind === 'aa' ? 2 : 1;
  const round = variants.reduce((sum, { plan }) => {
    const load = loadDurationMs(plan.load);
    return sum + sides * (durationMs(coolDown) + (load === null ? 0 : durationMs(plan.warmup) + load));
  }, 0);
  return round * Math.max(repeats, extendTo ?? 0);
}

async function taken(context: ApiContext, caller: Caller, body: CreateExperiment): Promise<CreateExperiment> {
  const { planId, search } = body;
  if (planId !== undefined && !(await findPlan(context.db, caller.teamId, planId))) throw notFound('plan');
  const variants: CreateExperiment['variants'] = [];
  for (const [index, variant] of body.variants.entries())
    variants.push(
      await movedTo(
        (field) => field.replace(/^\/plan/, `/variants/${index}/plan`),
        async () => {
          const plan = await withSecrets(context, caller, variant.plan, body.secretsFrom ?? planId);
          refuseUnfit(context, plan);
          refuseSeveralGenerators(plan);
          return { name: variant.name, plan };
        },
      ),
    );
  // The highest step of a search, confirmed, must fit the caps, too.
  for (const { plan } of search ? variants : [])
    await movedTo(
      () => '/search/maxRate',
      () => refuseUnfit(context, planAtRate(plan, search?.maxRate ?? 0, confirmingTimes)),
    );
  const length = body.kind === 'capacity' ? 0 : longestMs(body);
  const cap = context.config.caps.maxDurationMs;
  if (length > cap) {
    const message = `The experiment would take ${formatDuration(Math.round(length / 1000) * 1000)}, which is over the cap of ${formatDuration(cap)}.`;
    throw new ApiError('over_cap', message, [{ field: '/repeats', message, allowed: `at most ${formatDuration(cap)} in all` }]);
  }
  return { ...body, variants };
}

function nameOf({ name, kind, variants }: CreateExperiment): string {
  const names = variants.map((variant) => variant.name);
  const made = {
    ab: names.join(' or '),
    aa: `${names[0]}: noise floor`,
    sweep: `${names.length} settings`,
    capacity: `${names[0]}: capacity`,
  };
  return (name ?? made[kind]).slice(0, 200);
}

async function ask(
  context: ApiContext,
  caller: Caller,
  body: CreateExperiment,
  key: string | undefined,
): Promise<{ inserted: Experiment; repeated: boolean }> {
  const { db, config } = context;
  const { teamId, userId } = caller;
  const experiment = await taken(context, caller, body);
  const runs = firstRuns(experiment).map((variant) => ({ variant, rate: null }));
  const insert = (client: Db) =>
    insertExperiment(client, {
      teamId,
      userId,
      name: nameOf(experiment),
      experiment,
      runs,
      secretKey: config.secretKey,
      maxExperiments: config.caps.maxExperiments,
    });
  if (key === undefined) return { inserted: await insert(db), repeated: false };
  const request = { teamId, kind: 'experiment', key, bodyHash: hashOf(body) } as const;
  const { id, repeated } = await oncePerKey(db, request, async (client) => (await insert(client)).id);
  const found = await findExperiment(db, teamId, id);
  if (!found) throw notFound('experiment');
  return { inserted: found, repeated };
}

export const createExperiment: Route = (context) => async (app) => {
  app.post(
    api.experiments,
    {
      config: { action: 'experiment.create', takesPlan: true },
      schema: {
        summary: 'Ask for an experiment: A/B, A/A, a sweep or a capacity search.',
        description: 'Its runs are made one at a time, in turns, on one worker. Idempotency-Key as with runs.',
        tags: ['experiments'],
        headers: idempotencyHeaders,
        body: createExperimentSchema,
        response: { 201: experimentSchema, ...errors(400, 401, 403, 404, 409, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      const key = idempotencyKeyOf(request.headers);
      const { inserted, repeated } = await ask(context, teamCaller(request), request.body, key);
      // Only a hint, as with runs.
      if (!repeated)
        void context.queue.enqueue({ kind: 'experiment', experimentId: inserted.id }).then((taken) => {
          if (!taken) request.log.warn({ experimentId: inserted.id }, 'the queue did not take the experiment; a worker will find it');
        });
      return reply.code(201).header('location', api.experiment(inserted.id)).send(inserted);
    },
  );
};

export const listTeamExperiments: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.experiments,
      {
        config: { action: 'experiment.view' },
        schema: {
          summary: "The team's latest 200 experiments, newest first.",
          tags: ['experiments'],
          response: { 200: experimentListSchema, ...errors(401, 403) },
        },
      },
      async (request) => ({ items: await listExperiments(db, teamCaller(request).teamId) }),
    );
  };

export const readExperiment: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.experiment(':id'),
      {
        config: { action: 'experiment.view' },
        schema: {
          summary: 'One experiment with its runs and what they show so far.',
          tags: ['experiments'],
          params: uuidParams,
          response: { 200: experimentSchema, ...errors(401, 403, 404) },
        },
      },
      async (request) => {
        const found = await findExperiment(db, teamCaller(request).teamId, request.params.id);
        if (!found) throw notFound('experiment');
        return found;
      },
    );
  };

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
        const asked = await requestExperimentStop(db, teamCaller(request).teamId, request.params.id);
        if (!asked) throw notFound('experiment');
        if (asked.outcome === 'finished') throw new ApiError('conflict', `The experiment is over already: ${asked.experiment.state}.`);
        return reply.code(202).send(asked.experiment);
      },
    );
  };
