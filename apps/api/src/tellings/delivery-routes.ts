/** The deliveries of a webhook: how each went, once more, and a test. */
import { api } from '@plimsoll/contracts/paths';
import { type Delivery, deliveryListSchema, deliveryQuerySchema, deliverySchema } from '@plimsoll/contracts/webhook';
import { audited } from '@plimsoll/store/audited';
import { insertTest, listDeliveries, type StoredDelivery, sendAgain } from '@plimsoll/store/deliveries';
import { findWebhook } from '@plimsoll/store/webhooks';
import { problemWords } from '@plimsoll/wording/en/problem';
import { deliveryProblem } from '@plimsoll/wording/telling-sentence';
import { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { teamCaller } from '../auth/access.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { longestSendSeconds } from './send-delivery.ts';

function describe(delivery: StoredDelivery): Delivery {
  const { failure, status } = delivery;
  return { ...delivery, problem: failure && deliveryProblem(failure, status, longestSendSeconds) };
}

export const readDeliveries: Route =
  ({ db }) =>
  async (app) => {
    app.get(
      api.deliveries(':id'),
      {
        config: { action: 'webhook.view' },
        schema: {
          summary: 'What a webhook was sent, the newest first: state, attempts, the answer’s status and first bytes.',
          tags: ['webhooks'],
          params: uuidParams,
          querystring: deliveryQuerySchema,
          response: { 200: deliveryListSchema, ...errors(400, 401, 403, 404) },
        },
      },
      async (request) => {
        const { teamId } = teamCaller(request);
        if (!(await findWebhook(db, teamId, request.params.id))) throw notFound('webhook');
        const { items, nextCursor } = await listDeliveries(db, teamId, request.params.id, request.query);
        return { items: items.map(describe), nextCursor };
      },
    );
  };

/** Nothing is sent to one that is switched off. */
async function refuseSwitchedOff({ db }: Pick<ApiContext, 'db'>, teamId: string, id: string): Promise<void> {
  const webhook = await findWebhook(db, teamId, id);
  if (!webhook) throw notFound('webhook');
  if (!webhook.active) throw new ApiError('conflict', problemWords.general.webhookOff);
}

export const testWebhook: Route = (context) => async (app) => {
  app.post(
    api.testWebhook(':id'),
    {
      config: { action: 'webhook.edit' },
      schema: {
        summary: 'Send a message that says that it is a test.',
        description: 'It is a delivery like any other. While one waits there is no second.',
        tags: ['webhooks'],
        params: uuidParams,
        response: { 202: deliverySchema, ...errors(401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const { teamId } = teamCaller(request);
      const { id } = request.params;
      await refuseSwitchedOff(context, teamId, id);
      const made = await audited(
        context.db,
        auditActor(request),
        { action: 'webhook.test', what: { kind: 'webhook', id } },
        (client) => insertTest(client, teamId, id),
        (done) => (done ? {} : null),
      );
      if (!made) throw notFound('webhook');
      return reply.code(202).send(describe(made));
    },
  );
};

export const sendDeliveryAgain: Route = (context) => async (app) => {
  app.post(
    api.deliverAgain(':id', ':deliveryId'),
    {
      config: { action: 'webhook.edit' },
      schema: {
        summary: 'Send a message again, under its id.',
        tags: ['webhooks'],
        params: uuidParams.extend({ deliveryId: z.uuid() }),
        response: { 202: deliverySchema, ...errors(401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const { teamId } = teamCaller(request);
      const { id, deliveryId } = request.params;
      await refuseSwitchedOff(context, teamId, id);
      const sent = await audited(
        context.db,
        auditActor(request),
        { action: 'webhook.again', what: { kind: 'webhook', id } },
        (client) => sendAgain(client, teamId, id, deliveryId),
        (done) => (done ? {} : null),
      );
      if (!sent) throw notFound('delivery');
      return reply.code(202).send(describe(sent));
    },
  );
};
