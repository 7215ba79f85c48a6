/** Launches a run: the row first, the queue's hint after it. */
import { api } from '@plimsoll/contracts/paths';
import type { Plan } from '@plimsoll/contracts/plan';
import { createRunSchema, runSchema } from '@plimsoll/contracts/run';
import type { AuditActor } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import { openPlanOfSaved } from '@plimsoll/store/plans';
import { findRun } from '@plimsoll/store/runs';
import type { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import type { Caller } from '../auth/caller.ts';
import { holdRun, reserve } from '../budget/hold-to-budget.ts';
import type { ApiContext } from '../context.ts';
import { notFound } from '../http/api-error.ts';
import { hashOfBody, idempotencyHeaders, readIdempotencyKey } from '../http/idempotency-key.ts';
import { makeOnce } from '../http/make-once.ts';
import { errors, type Route } from '../http/schema.ts';
import { refuseUnfit, withSecrets } from '../plans/plan-intake.ts';
import { announceRun, launchRun } from './launch-run.ts';

type Body = z.infer<typeof createRunSchema>;

async function readPlan(context: ApiContext, caller: Caller, body: Body): Promise<Plan> {
  if (body.plan) return withSecrets(context, caller, body.plan, body.secretsFrom);
  const plan = await openPlanOfSaved(context.db, caller.teamId, body.planId ?? '', context.config.secretKey);
  if (!plan) throw notFound('plan');
  return plan;
}

interface Asked {
  readonly by: AuditActor;
  readonly caller: Caller;
  readonly body: Body;
  readonly key: string | undefined;
  readonly requestId: string;
}

async function launch(context: ApiContext, { by, caller, body, key, requestId }: Asked) {
  const { db } = context;
  const { teamId } = caller;
  const plan = await readPlan(context, caller, body);
  await refuseUnfit(context, caller, plan);
  const held = holdRun(caller, plan, body.plan ? null : (body.planId ?? null));
  const reserved = (inside: Db, id: string) => reserve(inside, caller, held, { kind: 'run', id });
  const insert = (client: Db) =>
    launchRun(context, client, { by, plan, planId: body.planId ?? null, tags: body.tags, note: body.note, requestId, reserved });
  return makeOnce(db, { teamId, kind: 'run', key, bodyHash: hashOfBody(body) }, insert, findRun);
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
      const { made: run, repeated } = await launch(context, { by: auditActor(request), caller: teamCaller(request), body, key, requestId });
      if (!repeated) announceRun(context, request.log, run);
      return reply.code(201).header('location', api.run(run.id)).send(run);
    },
  );
};
