/** The workers: admins see them, the owners of the installation drain them. */
import { api } from '@plimsoll/contracts/paths';
import { workerListSchema } from '@plimsoll/contracts/workers';
import { audited } from '@plimsoll/store/audited';
import { drainWorker, listWorkers } from '@plimsoll/store/list-workers';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { auditActor } from '../audit/audit-actor.ts';
import { actsAsOperator, teamCaller } from '../auth/access.ts';
import { notFound } from '../http/api-error.ts';
import { errors, type Route } from '../http/schema.ts';
import { chooseStartCommand } from './start-command.ts';

const workerParams = z.strictObject({ id: z.string().min(1).max(200) });

export const workers: Route =
  ({ db, config }) =>
  async (app) => {
    app.get(
      api.workers,
      {
        config: { action: 'worker.view' },
        schema: {
          summary: 'The workers of this installation, online or seen in the last hour, and what they are making.',
          description:
            'For admins. Runs of other teams are counted in `runsUnderWay`, never named. `start` is told to the owners of the installation, and to their tokens that may write.',
          tags: ['system'],
          response: { 200: workerListSchema, ...errors(401, 403) },
        },
      },
      async (request) => {
        const caller = teamCaller(request);
        const [items, operator] = await Promise.all([listWorkers(db, caller.teamId), actsAsOperator(db, caller)]);
        const online = items.filter((worker) => worker.online).length;
        return { items, start: operator ? chooseStartCommand(config, online) : null };
      },
    );
    const drain = async (request: FastifyRequest, id: string, drains: boolean) => {
      const host = await audited(
        db,
        auditActor(request),
        { action: drains ? 'worker.drain' : 'worker.undrain' },
        (client) => drainWorker(client, id, drains),
        (name) => (name === null ? null : { details: { worker: id, host: name } }),
      );
      if (host === null) throw notFound('worker');
      request.log.warn({ worker: id, drains }, 'a worker was told whether it may take new loads');
    };
    app.post(
      api.drainWorker(':id'),
      {
        config: { action: 'operator' },
        schema: {
          summary: 'Let a worker take nothing new: it ends the runs it makes and the experiments it drives.',
          description: 'For the owners of the installation. When nothing is under way on it, it can be stopped and nothing is lost.',
          tags: ['system'],
          params: workerParams,
          response: { 204: z.undefined(), ...errors(401, 403, 404) },
        },
      },
      async (request, reply) => {
        await drain(request, request.params.id, true);
        return reply.code(204).send();
      },
    );
    app.delete(
      api.drainWorker(':id'),
      {
        config: { action: 'operator' },
        schema: {
          summary: 'Let a worker take loads again.',
          tags: ['system'],
          params: workerParams,
          response: { 204: z.undefined(), ...errors(401, 403, 404) },
        },
      },
      async (request, reply) => {
        await drain(request, request.params.id, false);
        return reply.code(204).send();
      },
    );
  };
