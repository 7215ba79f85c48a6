/** Launches a run: the row first, the queue's hint after it. */
import { createHash } from 'node:crypto';
import { durationMs } from '@plimsoll/contracts/duration';
import { api } from '@plimsoll/contracts/paths';
import { loadDurationMs, type Plan } from '@plimsoll/contracts/plan';
import { createRunSchema, runSchema } from '@plimsoll/contracts/run';
import type { Db } from '@plimsoll/store/db';
import { oncePerKey } from '@plimsoll/store/idempotency';
import { openPlanOfSaved } from '@plimsoll/store/plans';
import { findRun, insertRun } from '@plimsoll/store/runs';
import { z } from 'zod';
import { teamCaller } from '../access.ts';
import { invalid, notFound } from '../api-error.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import { refuseUnfit, withSecrets } from '../plan-intake.ts';
import { errors, type Route } from '../schema.ts';

type Body = z.infer<typeof createRunSchema>;
const keySchema = z.string().regex(/^[\x20-\x7e]{1,200}$/);

async function planOf(context: ApiContext, caller: Caller, body: Body): Promise<Plan> {
  if (body.plan) return withSecrets(context, caller, body.plan, body.secretsFrom);
  const plan = await openPlanOfSaved(context.db, caller.teamId, body.planId ?? '', context.config.secretKey);
  if (!plan) throw notFound('plan');
  return plan;
}

function expectedMs(plan: Plan): number | null {
  const load = loadDurationMs(plan.load);
  return load === null ? null : durationMs(plan.warmup) + load;
}

async function launch(context: ApiContext, caller: Caller, body: Body, key: string | undefined) {
  const { config, db } = context;
  const { teamId, userId } = caller;
  const plan = await planOf(context, caller, body);
  refuseUnfit(context, plan);
  const insert = (client: Db) =>
    insertRun(client, {
      teamId,
      userId,
      plan,
      planId: body.planId ?? null,
      tags: body.tags,
      note: body.note,
      expectedDurationMs: expectedMs(plan),
      maxConcurrentRuns: config.caps.maxConcurrentRuns,
      secretKey: config.secretKey,
    });
  if (key === undefined) return { run: await insert(db), repeated: false };
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const { runId, repeated } = await oncePerKey(db, { teamId, key, bodyHash }, async (client) => (await insert(client)).id);
  const run = await findRun(db, teamId, runId);
  if (!run) throw notFound('run');
  return { run, repeated };
}

export const createRun: Route = (context) => async (app) => {
  app.post(
    api.runs,
    {
      config: { action: 'run.create', yaml: true },
      schema: {
        summary: 'Launch a run of a plan.',
        description: 'With an Idempotency-Key the same request answers the same run for a day.',
        tags: ['runs'],
        headers: z.looseObject({ 'idempotency-key': z.string().optional() }),
        body: createRunSchema,
        response: { 201: runSchema, ...errors(400, 401, 403, 404, 409, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      const key = keySchema.optional().safeParse(request.headers['idempotency-key']);
      if (!key.success) throw invalid('/headers/idempotency-key', 'An Idempotency-Key is 1 to 200 printable ASCII characters.');
      const { run, repeated } = await launch(context, teamCaller(request), request.body, key.data);
      // Only a hint, and nobody waits for it: a worker's reconciler finds queued rows by itself.
      if (!repeated)
        void context.queue.enqueue({ runId: run.id, attempt: run.attempt }).then((taken) => {
          if (!taken) request.log.warn({ runId: run.id }, 'the queue did not take the run; a worker will find it');
        });
      return reply.code(201).header('location', api.run(run.id)).send(run);
    },
  );
};
