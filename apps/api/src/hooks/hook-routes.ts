/** Deploy hooks: addresses that start a plan for whoever has them, as its author could. */
import {
  createdHookSchema,
  createHookSchema,
  hookedRunSchema,
  hookListSchema,
  hookStarts,
  mostHooks,
  useHookSchema,
} from '@plimsoll/contracts/hook';
import { api } from '@plimsoll/contracts/paths';
import { type AuditActor, audited } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import { deletePlanHook, type FoundPlanHook, findPlanHook, insertPlanHook, listPlanHooks, noteHookUse } from '@plimsoll/store/plan-hooks';
import { openPlanOfSaved } from '@plimsoll/store/plans';
import { findRun } from '@plimsoll/store/runs';
import { problemWords } from '@plimsoll/wording/en/problem';
import { z } from 'zod';
import { auditActor, auditPlace } from '../audit/audit-actor.ts';
import { removalRoute } from '../audit/removal-route.ts';
import { teamCaller } from '../auth/access.ts';
import { judgeAuthor } from '../auth/author-rights.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, invalidInput, notFound, notNow } from '../http/api-error.ts';
import { hashOfBody, idempotencyHeaders, readIdempotencyKey } from '../http/idempotency-key.ts';
import { hashOfLinkToken, linkTokenPattern, markSecretPage, newLinkToken } from '../http/link-token.ts';
import { makeOnce } from '../http/make-once.ts';
import { originOf } from '../http/origin.ts';
import { refuseUnknownPlan } from '../http/refuse-unknown-plan.ts';
import { errors, type Route, routeOf, uuidParams } from '../http/schema.ts';
import { refuseUnfit } from '../plans/plan-intake.ts';
import { announceRun, launchRun } from '../runs/launch-run.ts';

export const createPlanHook: Route =
  ({ db, config }) =>
  async (app) => {
    app.post(
      api.planHooks(':id'),
      {
        config: { action: 'hook.create' },
        schema: {
          summary: 'Make an address that starts the plan. It is told this once.',
          description: `Its runs are started with the rights that its maker has then. A plan has at most ${mostHooks}.`,
          tags: ['plans'],
          params: uuidParams,
          body: createHookSchema,
          response: { 201: createdHookSchema, ...errors(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const { teamId, userId, tokenId } = teamCaller(request);
        const planId = request.params.id;
        const { name } = request.body;
        await refuseUnknownPlan(db, teamId, planId);
        const token = newLinkToken();
        const id = await audited(
          db,
          auditActor(request),
          { action: 'hook.create' },
          (client) => insertPlanHook(client, teamId, { planId, name, tokenHash: hashOfLinkToken(token), userId, tokenId }),
          (made) => (made === null ? null : { what: { kind: 'hook', id: made, name } }),
        );
        if (id === null) throw new ApiError('over_cap', problemWords.schedule.mostHooks({ most: mostHooks }));
        return reply.code(201).send({ id, url: `${originOf(request, config)}${api.hook(token)}` });
      },
    );
  };

export const readPlanHooks: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.planHooks(':id'),
      {
        config: { action: 'hook.view' },
        schema: {
          summary: 'The addresses that start a plan, without their secret part.',
          tags: ['plans'],
          params: uuidParams,
          response: { 200: hookListSchema, ...errors(401, 403, 404) },
        },
      },
      async (request) => {
        const { teamId } = teamCaller(request);
        const planId = request.params.id;
        await refuseUnknownPlan(db, teamId, planId);
        return { items: await listPlanHooks(db, teamId, planId) };
      },
    );
  };

export const removePlanHook = removalRoute({
  path: api.planHook(':id'),
  summary: 'Revoke an address that starts a plan, at once.',
  tag: 'plans',
  permission: 'hook.revoke',
  action: 'hook.revoke',
  subject: 'hook',
  missing: 'hook',
  remove: deletePlanHook,
});

interface Use {
  readonly hook: FoundPlanHook;
  readonly by: AuditActor;
  readonly tags: Record<string, string>;
  readonly key: string | undefined;
  readonly requestId: string;
}

async function start(context: ApiContext, { hook, by, tags, key, requestId }: Use) {
  const { db, config } = context;
  const { teamId, planId } = hook;
  const plan = await openPlanOfSaved(db, teamId, planId, config.secretKey);
  if (!plan) throw notFound('hook');
  await refuseUnfit(context, hook, plan);
  const all = { ...plan.tags, ...tags };
  const read = useHookSchema.safeParse(all);
  if (!read.success) throw invalidInput(read.error, all);
  const asked = { by, plan, planId, tags: read.data, requestId, details: { hook: hook.name } };
  // Keys of hooks and of people do not meet.
  const request = { teamId, kind: 'run', key: key && `hook ${hook.id} ${key}`, bodyHash: hashOfBody(tags) } as const;
  return makeOnce(db, request, (client) => launchRun(context, client, asked), findRun);
}

/** Unknown, revoked and without its author's rights are the same 404. */
async function findLivingHook(db: Db, token: string): Promise<{ hook: FoundPlanHook; userId: string } | null> {
  const hook = linkTokenPattern.test(token) ? await findPlanHook(db, hashOfLinkToken(token)) : null;
  const judged = hook && (await judgeAuthor(db, hook, 'run.create'));
  return hook && judged && 'userId' in judged ? { hook, userId: judged.userId } : null;
}

export const useHook: Route = (context) => async (app) => {
  const { db, config, limits } = context;
  app.post(
    routeOf(api.hook(':token')),
    {
      config: { action: 'public' },
      schema: {
        summary: 'Start the plan of a hook.',
        description: `The body is tags of the run, beside the plan's own: {"commit": "4f2a9c1", "branch": "main"}. The checks and caps are those of any run. At most ${hookStarts.most} starts in ${hookStarts.windowMinutes} minutes. Idempotency-Key as with runs.`,
        tags: ['plans'],
        params: z.strictObject({ token: z.string() }),
        headers: idempotencyHeaders,
        body: useHookSchema.nullish(),
        response: { 201: hookedRunSchema, ...errors(400, 404, 409, 413, 415, 429) },
      },
    },
    async (request, reply) => {
      markSecretPage(reply);
      const found = await findLivingHook(db, request.params.token);
      if (!found) throw notFound('hook');
      const { hook, userId } = found;
      const key = readIdempotencyKey(request.headers);
      if (!(await limits.hookStarts.take(hook.id)))
        throw notNow('too_many_requests', problemWords.schedule.hookOften(hookStarts), 60 * hookStarts.windowMinutes);
      const by = { teamId: hook.teamId, userId, tokenId: hook.tokenId, ...auditPlace(request) };
      const { made: run, repeated } = await start(context, { hook, by, tags: request.body ?? {}, key, requestId: request.id });
      if (!repeated) announceRun(context, request.log, run);
      await noteHookUse(db, hook.id);
      const origin = originOf(request, config);
      return reply
        .code(201)
        .send({ runId: run.id, number: run.number, links: { page: `${origin}/runs/${run.id}`, run: `${origin}${api.run(run.id)}` } });
    },
  );
};
