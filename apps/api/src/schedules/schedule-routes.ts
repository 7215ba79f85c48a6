/** Schedules: kept here, started by the tick. */
import { api } from '@plimsoll/contracts/paths';
import {
  type ChangeSchedule,
  type CreateSchedule,
  changeScheduleSchema,
  createScheduleSchema,
  mostSchedules,
  scheduleListSchema,
  scheduleSchema,
} from '@plimsoll/contracts/schedule';
import { audited } from '@plimsoll/store/audited';
import type { Db } from '@plimsoll/store/db';
import { findExperiment } from '@plimsoll/store/experiments';
import { changeSchedule, deleteSchedule, findSchedule, insertSchedule, listSchedules } from '@plimsoll/store/schedules';
import { problemWords } from '@plimsoll/wording/en/problem';
import { auditActor } from '../audit/audit-actor.ts';
import { removalRoute } from '../audit/removal-route.ts';
import { teamCaller } from '../auth/access.ts';
import { listingRoute, readingRoute } from '../auth/reading-route.ts';
import type { ApiContext } from '../context.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { hashOfBody, idempotencyHeaders, readIdempotencyKey } from '../http/idempotency-key.ts';
import { makeOnce } from '../http/make-once.ts';
import { refuseUnknownPlan } from '../http/refuse-unknown-plan.ts';
import { errors, type Route, uuidParams } from '../http/schema.ts';
import { refuseDrill } from './refuse-drill.ts';

async function refuseUnknown({ db }: ApiContext, teamId: string, { planId, experimentId }: CreateSchedule): Promise<void> {
  if (planId !== undefined) await refuseUnknownPlan(db, teamId, planId);
  if (experimentId !== undefined && !(await findExperiment(db, teamId, experimentId))) throw notFound('experiment');
}

export const createSchedule: Route = (context) => async (app) => {
  const { db } = context;
  app.post(
    api.schedules,
    {
      config: { action: 'schedule.edit' },
      schema: {
        summary: 'Start a plan or an experiment at times of the clock.',
        description: [
          'Each due time starts one run of the plan as it is then, or one new experiment with the variants and settings of the one that is named, with the rights that its author has at that moment; an author who lost them pauses it.',
          'While what it started last is under way, a due time is skipped. What other schedules started against the same host and port goes first: the load waits for up to an hour. Due times that pass while the installation is down are made up for by one load.',
          `Where clocks change, a fixed time that does not exist comes as soon as they have jumped, and one that comes twice the first time only; hours and minutes given by * or */n follow the real time. A team has at most ${mostSchedules}. Idempotency-Key as with runs.`,
        ].join(' '),
        tags: ['schedules'],
        headers: idempotencyHeaders,
        body: createScheduleSchema,
        response: { 201: scheduleSchema, ...errors(400, 401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const { teamId, userId, tokenId } = teamCaller(request);
      const { body } = request;
      const key = readIdempotencyKey(request.headers);
      await refuseUnknown(context, teamId, body);
      if (body.drill !== null) await refuseDrill(context, teamId, body.planId ?? null);
      const insert = async (client: Db) => {
        const made = await audited(
          client,
          auditActor(request),
          { action: 'schedule.create' },
          (inside) => insertSchedule(inside, teamId, { userId, tokenId }, body),
          (kept) => kept && { what: { kind: 'schedule', id: kept.id, name: kept.name } },
        );
        if (!made) throw new ApiError('over_cap', problemWords.schedule.most({ most: mostSchedules }));
        return made;
      };
      const { made } = await makeOnce(db, { teamId, kind: 'schedule', key, bodyHash: hashOfBody(body) }, insert, findSchedule);
      return reply.code(201).header('location', api.schedule(made.id)).send(made);
    },
  );
};

export const listTeamSchedules = listingRoute({
  path: api.schedules,
  summary: "The team's schedules by name, each with its next times and its latest outcomes.",
  tag: 'schedules',
  permission: 'schedule.view',
  answer: scheduleListSchema,
  list: listSchedules,
});

export const readSchedule = readingRoute({
  path: api.schedule(':id'),
  summary: 'One schedule with all outcomes that are kept.',
  tag: 'schedules',
  permission: 'schedule.view',
  answer: scheduleSchema,
  missing: 'schedule',
  find: findSchedule,
});

/** A pause and nothing else is a deed with a name of its own. */
const isPause = (change: ChangeSchedule) => change.paused === true && Object.keys(change).length === 1;

export const editSchedule: Route = (context) => async (app) => {
  const { db } = context;
  app.patch(
    api.schedule(':id'),
    {
      config: { action: 'schedule.edit' },
      schema: {
        summary: 'Change a schedule, pause it ({paused: true}) or let it go on ({paused: false}).',
        description:
          'What is left out stays. Whoever changes it is its author from now on, with whose rights it starts. Its next times are counted from now: those that passed during a pause are not made up for.',
        tags: ['schedules'],
        params: uuidParams,
        body: changeScheduleSchema,
        response: { 200: scheduleSchema, ...errors(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { teamId, userId, tokenId } = teamCaller(request);
      const { body, params } = request;
      const { id } = params;
      if (body.drill != null) {
        const kept = await findSchedule(db, teamId, id);
        if (!kept) throw notFound('schedule');
        await refuseDrill(context, teamId, kept.plan?.id ?? null);
      }
      const changed = await audited(
        db,
        auditActor(request),
        { action: isPause(body) ? 'schedule.pause' : 'schedule.edit', what: { kind: 'schedule', id } },
        (client) => changeSchedule(client, teamId, id, { userId, tokenId }, body),
        (kept) => kept && {},
      );
      if (!changed) throw notFound('schedule');
      return changed;
    },
  );
};

export const removeSchedule = removalRoute({
  path: api.schedule(':id'),
  summary: 'Delete a schedule. What it started stays.',
  tag: 'schedules',
  permission: 'schedule.edit',
  action: 'schedule.delete',
  subject: 'schedule',
  missing: 'schedule',
  remove: deleteSchedule,
});
