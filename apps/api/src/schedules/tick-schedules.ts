/**
 * The look at all schedules, about once a second in every API process: it starts what is due. It lives in the API since a schedule starts its load
 * as a request does: the checks, caps, target policy and words are the API's.
 */
import type { ScheduleReason } from '@plimsoll/contracts/schedule';
import { isDatabaseAway } from '@plimsoll/store/database-outage';
import {
  type DueSchedule,
  databaseTime,
  listWaiting,
  type Settled,
  type Starter,
  takeDueSchedule,
  takeWaiting,
} from '@plimsoll/store/due-schedules';
import { isReadOnly } from '@plimsoll/store/read-only';
import { StoreError } from '@plimsoll/store/store-error';
import type { FastifyBaseLogger } from 'fastify';
import type { ApiContext } from '../context.ts';
import { announceExperiment } from '../experiments/ask-experiment.ts';
import { toApiError } from '../http/error-handler.ts';
import { announceRun } from '../runs/launch-run.ts';
import { type Started, startScheduled } from './start-scheduled.ts';
import { tellMissed } from './tell-missed.ts';

type Problem = Extract<ScheduleReason, { kind: 'refused' }>['problem'];

/** Refusals that pass by themselves: the load waits for an hour at most. */
const passing: ReadonlySet<Problem> = new Set(['too_many_loads', 'load_held', 'not_enough_workers']);

function problemOf(error: unknown): Problem {
  if (error instanceof StoreError) {
    if (error.code.endsWith('_over_cap')) return 'too_many_loads';
    if (error.code === 'load_held') return 'load_held';
    if (error.code === 'unreadable_plan' || error.code === 'unreadable_secret') return 'unreadable';
  }
  return toApiError(error).code;
}

/** Starts all that is due at `now`, which is the database's time unless it is given. */
export async function tickSchedules(context: ApiContext, log: FastifyBaseLogger, now?: Date): Promise<void> {
  const { db } = context;
  const at = now ?? (await databaseTime(db));
  let started: Started[] = [];

  const starter: Starter = {
    async start(client, due) {
      // One that starts nothing is tried again each second, and is not sent.
      const span = context.traces.begin('start schedule', { parent: null, attributes: { 'plimsoll.schedule_id': due.id } });
      const settled = await context.traces.within(span, () => startScheduled(context, client, due, (load) => started.push(load)));
      if (settled.state === 'started') span.end();
      return settled;
    },
    refused(error, due): Settled {
      started = [];
      const problem = problemOf(error);
      // Nothing is kept of it, and it is tried again.
      if (problem === 'unavailable' || isDatabaseAway(error) || isReadOnly(error)) throw error;
      if (problem === 'internal') log.error({ scheduleId: due.id, err: error }, 'a schedule could not start its load');
      return { state: passing.has(problem) ? 'waiting' : 'skipped', reason: { kind: 'refused', problem } };
    },
    settled: (client, due, settled, missed) => {
      note(due, settled, missed);
      return tellMissed(client, due, settled, missed);
    },
  };

  function note({ id, dueAt }: DueSchedule, settled: Settled, missed: number): void {
    const told = { scheduleId: id, dueAt: dueAt.toISOString(), missed, state: settled.state };
    if (settled.state === 'started') log.info(told, 'schedule started its load');
    else log.info({ ...told, reason: settled.reason }, 'schedule did not start its load');
  }

  /** One transaction; the queue hears of a load once it is kept. A process that dies in between leaves it to a worker's look. */
  async function take<T>(work: () => Promise<T>): Promise<T> {
    started = [];
    const answer = await work();
    for (const load of started) {
      if ('run' in load) announceRun(context, log, load.run);
      else announceExperiment(context, log, { id: load.experimentId });
    }
    return answer;
  }

  while (await take(() => takeDueSchedule(db, at, starter)));
  for (const waiting of await listWaiting(db)) await take(() => takeWaiting(db, waiting, at, starter));
}
