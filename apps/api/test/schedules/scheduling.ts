/** Schedules of tests: made by the API, due when a test says so. */
import { api } from '@plimsoll/contracts/paths';
import type { PlanInput } from '@plimsoll/contracts/plan';
import type { Schedule } from '@plimsoll/contracts/schedule';
import { expect } from 'vitest';
import { tickSchedules } from '../../src/schedules/tick-schedules.ts';
import type { Ask } from '../support/asking.ts';
import { planInput } from '../support/stored-runs.ts';
import type { TestApi } from '../support/test-api.ts';

/** A target of its own for each plan, so that schedules do not wait for each other. */
let port = 10_000;

export async function savedPlan(ask: Ask, change: Partial<PlanInput> = {}): Promise<string> {
  const plan = planInput({ target: { url: `http://127.0.0.1:${++port}/` }, ...change });
  const answer = await ask<{ id: string }>('POST', api.plans, { plan });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

export async function makeSchedule(ask: Ask, change: Record<string, unknown> = {}): Promise<Schedule> {
  const what = 'experimentId' in change ? {} : { planId: change.planId ?? (await savedPlan(ask)) };
  const answer = await ask<Schedule>('POST', api.schedules, {
    name: 'nightly',
    cron: '0 3 * * *',
    timeZone: 'Europe/Berlin',
    ...what,
    ...change,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** From now on this is its next time. */
export async function makeDue({ context }: TestApi, { id }: Pick<Schedule, 'id'>, at: string): Promise<void> {
  await context.db.query('UPDATE schedules SET next_due_at = $2 WHERE id = $1', [id, at]);
}

/** Looks at the schedules when the clock shows this. */
export function tick(test: TestApi, now: string): Promise<void> {
  return tickSchedules(test.context, test.app.log, new Date(now));
}

export async function readSchedule(ask: Ask, { id }: Pick<Schedule, 'id'>): Promise<Schedule> {
  const answer = await ask<Schedule>('GET', api.schedule(id));
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
