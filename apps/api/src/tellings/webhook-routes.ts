/** Where a team's events are told. An address is shown again by its host only, a secret once. */
import { api } from '@plimsoll/contracts/paths';
import { refusal } from '@plimsoll/contracts/refusal';
import { judgeUrl, messagePolicy } from '@plimsoll/contracts/target-policy';
import {
  changeWebhookSchema,
  createdWebhookSchema,
  createWebhookSchema,
  mostWebhooks,
  webhookListSchema,
  webhookSchema,
} from '@plimsoll/contracts/webhook';
import { audited } from '@plimsoll/store/audited';
import { findRole } from '@plimsoll/store/members';
import {
  changeWebhook,
  findForeignPlan,
  findWebhook,
  insertWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
} from '@plimsoll/store/webhooks';
import { problemWords } from '@plimsoll/wording/en/problem';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { readersLanguage } from '@plimsoll/wording/words';
import { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { removalRoute } from '../audit/removal-route.ts';
import { teamCaller } from '../auth/access.ts';
import { listingRoute } from '../auth/reading-route.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, invalid, notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';

export const readWebhooks = listingRoute({
  path: api.webhooks,
  summary: 'Where the team is told of what happened.',
  tag: 'webhooks',
  permission: 'webhook.view',
  answer: webhookListSchema,
  list: listWebhooks,
});

function refuseAddress({ config }: Pick<ApiContext, 'config'>, url: string): void {
  const refused = judgeUrl(messagePolicy(config.targets, config.messages), new URL(url));
  if (!refused) return;
  const reason = refusalSentence(refused);
  throw new ApiError('target_refused', reason, [{ field: '/url', message: reason }]);
}

/** Where messages go: an address that the operator lets us reach, or a member of the team. */
async function readReceiver(
  context: ApiContext,
  teamId: string,
  { url, receiverId }: z.infer<typeof createWebhookSchema>,
): Promise<{ readonly url: string } | { readonly receiverId: string }> {
  if (url !== undefined) {
    refuseAddress(context, url);
    return { url };
  }
  const { db, mailer } = context;
  if (!mailer) throw invalid('/format', refusalSentence(refusal('webhook_no_mail')));
  const member = receiverId ?? '';
  if ((await findRole(db, member, teamId)) === null) throw notFound('member');
  return { receiverId: member };
}

async function refuseForeignPlans(
  { db }: Pick<ApiContext, 'db'>,
  teamId: string,
  planIds: readonly string[] | null | undefined,
): Promise<void> {
  const place = planIds ? await findForeignPlan(db, teamId, planIds) : null;
  if (place !== null) throw invalid(`/planIds/${place}`, problemWords.notFound.plan);
}

export const createWebhook: Route = (context) => async (app) => {
  app.post(
    api.webhooks,
    {
      config: { action: 'webhook.edit' },
      schema: {
        summary: 'Tell an address, a chat or a member of what happens.',
        description:
          'Messages of the format `standard` are signed by Standard Webhooks; the secret is answered this once. Public addresses may be named, others where PLIMSOLL_TARGETS lists them. What the body of a message holds, and how often it is tried: docs/notifications.md.',
        tags: ['webhooks'],
        body: createWebhookSchema,
        response: { 201: createdWebhookSchema, ...errors(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { teamId } = teamCaller(request);
      const { name, format, events, planIds, language } = request.body;
      await refuseForeignPlans(context, teamId, planIds);
      const to = await readReceiver(context, teamId, request.body);
      const made = await audited(
        context.db,
        auditActor(request),
        { action: 'webhook.create' },
        (client) =>
          insertWebhook(client, {
            teamId,
            name,
            format,
            to,
            events: [...new Set(events)],
            planIds,
            language: language ?? (readersLanguage() === 'zh' ? 'zh' : 'en'),
            secretKey: context.config.secretKey,
          }),
        (done) => done && { what: { kind: 'webhook', id: done.webhook.id, name }, details: { format } },
      );
      if (!made) throw invalid('', refusalSentence(refusal('webhooks_most', { most: mostWebhooks })));
      reply.code(201);
      return { webhook: made.webhook, secret: format === 'standard' ? made.secret : null };
    },
  );
};

export const editWebhook: Route =
  ({ db, config }) =>
  async (app) => {
    app.patch(
      api.webhook(':id'),
      {
        config: { action: 'webhook.edit' },
        schema: {
          summary: 'Change what is told and how, or switch it off and on.',
          description: 'What is left out stays. Another address keeps the secret, and gets what still waits, too.',
          tags: ['webhooks'],
          params: uuidParams,
          body: changeWebhookSchema,
          response: { 200: webhookSchema, ...errors(400, 401, 403, 404) },
        },
      },
      async (request) => {
        const { id } = request.params;
        const { teamId } = teamCaller(request);
        const { url } = request.body;
        await refuseForeignPlans({ db }, teamId, request.body.planIds);
        if (url !== undefined) {
          if ((await findWebhook(db, teamId, id))?.format === 'mail') throw invalid('/url', refusalSentence(refusal('webhook_no_url')));
          refuseAddress({ config }, url);
        }
        const changed = await audited(
          db,
          auditActor(request),
          { action: 'webhook.edit' },
          (client) => changeWebhook(client, teamId, id, request.body, config.secretKey),
          (done) =>
            done && {
              what: { kind: 'webhook', id, name: done.name },
              details: { active: done.active, ...(url !== undefined && { host: done.shown }) },
            },
        );
        if (!changed) throw notFound('webhook');
        return changed;
      },
    );
  };

export const removeOneWebhook = removalRoute({
  path: api.webhook(':id'),
  summary: 'Remove it. What it was still to be told is told to nobody.',
  tag: 'webhooks',
  permission: 'webhook.edit',
  action: 'webhook.remove',
  subject: 'webhook',
  missing: 'webhook',
  remove: removeWebhook,
});

export const rotateWebhookSecret: Route =
  ({ db, config }) =>
  async (app) => {
    app.post(
      api.webhookSecret(':id'),
      {
        config: { action: 'webhook.edit' },
        schema: {
          summary: 'Make a new secret. It is shown this once.',
          description: 'For a day messages carry both signatures, so that the receiver can take over the new one meanwhile.',
          tags: ['webhooks'],
          params: uuidParams,
          response: { 200: z.strictObject({ secret: z.string() }), ...errors(401, 403, 404) },
        },
      },
      async (request) => {
        const { id } = request.params;
        const secret = await audited(
          db,
          auditActor(request),
          { action: 'webhook.rotate', what: { kind: 'webhook', id } },
          (client) => rotateSecret(client, teamCaller(request).teamId, id, config.secretKey),
          (made) => (made === null ? null : {}),
        );
        if (secret === null) throw notFound('webhook');
        return { secret };
      },
    );
  };
