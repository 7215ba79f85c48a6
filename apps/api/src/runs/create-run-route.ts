/** Launches a run: the row first, the queue's hint after it. */
import { durationMs } from '@plimsoll/contracts/duration';
import { api } from '@plimsoll/contracts/paths';
import { loadDurationMs, type Plan } from '@plimsoll/contracts/plan';
import { createRunSchema, runSchema } from '@plimsoll/contracts/run';
import { type AuditActor, audited } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import { oncePerKey } from '@plimsoll/store/idempotency';
import { openPlanOfSaved } from '@plimsoll/store/plans';
import { findRun, insertRun } from '@plimsoll/store/runs';
import type { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import type { Caller } from '../auth/caller.ts';
import { holdRun, reserve } from '../budget/hold-to-budget.ts';
import type { ApiContext } from '../context.ts';
import { notFound } from '../http/api-error.ts';
import { hashOfBody, idempotencyHeaders, readIdempotencyKey } from '../http/idempotency-key.ts';
import { errors, type Route } from '../http/schema.ts';
import { refuseTooFewWorkers, refuseUnfit, withSecrets } from '../plans/plan-intake.ts';
import { giveHint } from '../queue/give-hint.ts';

type Body = z.infer<typeof createRunSchema>;

async function readPlan(context: ApiContext, caller: Caller, body: Body): Promise<Plan> {
  if (body.plan) return withSecrets(context, caller, body.plan, body.secretsFrom);
  const plan = await openPlanOfSaved(context.db, caller.teamId, body.planId ?? '', context.config.secretKey);
  if (!plan) throw notFound('plan');
  return plan;
}

function expectedMs(plan: Plan): number | null {
  const load = loadDurationMs(plan.load);
  return load === null ? null : durationMs(plan.warmup) + load;
}

interface Asked {
  readonly by: AuditActor;
  readonly caller: Caller;
  readonly body: Body;
  readonly key: string | undefined;
  readonly requestId: string;
}

async function launch(context: ApiContext, { by, caller, body, key, requestId }: Asked) {
  const { config, db } = context;
  const { teamId, userId } = caller;
  const plan = await readPlan(context, caller, body);
  await refuseUnfit(context, caller, plan);
  const held = holdRun(caller, plan, body.plan ? null : (body.planId ?? null));
  const insert = async (client: Db) => {
    await refuseTooFewWorkers(client, plan);
    const toInsert = {
      teamId,
      userId,
      plan,
      planId: body.planId ?? null,
      tags: body.tags,
      note: body.note,
      expectedDurationMs: expectedMs(plan),
      caps: config.caps,
      secretKey: config.secretKey,
      requestId,
    };
    return audited(
      client,
      by,
      { action: 'run.create' },
      async (inside) => {
        const run = await insertRun(inside, toInsert);
        await reserve(inside, caller, held, { kind: 'run', id: run.id });
        return run;
      },
      ({ id, plan: { name } }) => ({ what: { kind: 'run', id, name } }),
    );
  };
  if (key === undefined) return { run: await insert(db), repeated: false };
  const request = { teamId, kind: 'run', key, bodyHash: hashOfBody(body) } as const;
  const { id, repeated } = await oncePerKey(db, request, async (client) => (await insert(client)).id);
  const run = await findRun(db, teamId, id);
  if (!run) throw notFound('run');
  return { run, repeated };
}

export const createRun: Route = (context) => async (app) => {
  app.post(
    api.runs,
    {
      config: { action: 'run.create', takesPlan: 'run', yaml: true },
      schema: {
        summary: 'Launch a run of a plan.',
        description: 'With an Idempotency-Key the same request answers the same run for a day.',
        tags: ['runs'],
        headers: idempotencyHeaders,
        body: createRunSchema,
        response: { 201: runSchema, ...errors(400, 401, 403, 404, 409, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      const key = readIdempotencyKey(request.headers);
      const { id: requestId, body } = request;
      const { run, repeated } = await launch(context, { by: auditActor(request), caller: teamCaller(request), body, key, requestId });
      if (!repeated) {
        request.log.info({ runId: run.id }, 'run queued');
        giveHint(context.queue, request.log, { kind: 'run', runId: run.id, attempt: run.attempt }, run.plan.generators);
      }
      return reply.code(201).header('location', api.run(run.id)).send(run);
    },
  );
};
