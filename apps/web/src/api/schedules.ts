import { createdHookSchema, hookListSchema } from '@plimsoll/contracts/hook';
import { api } from '@plimsoll/contracts/paths';
import { type ChangeSchedule, type CreateSchedule, scheduleListSchema, scheduleSchema } from '@plimsoll/contracts/schedule';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from './client.ts';
import { withoutGoing } from './going.ts';

/** A load that is started is seen within this time. */
const refetchInterval = 5000;

export const schedules = queryOptions({
  queryKey: ['schedules'],
  queryFn: async ({ signal }) => withoutGoing(await request(api.schedules, scheduleListSchema, { signal })),
  refetchInterval,
});

export const schedule = (id: string) =>
  queryOptions({
    queryKey: ['schedules', id],
    queryFn: ({ signal }) => request(api.schedule(id), scheduleSchema, { signal }),
    refetchInterval,
  });

export function createSchedule(body: CreateSchedule, key: string) {
  return request(api.schedules, scheduleSchema, { method: 'POST', headers: { 'idempotency-key': key }, body });
}

export function changeSchedule(id: string, body: ChangeSchedule) {
  return request(api.schedule(id), scheduleSchema, { method: 'PATCH', body });
}

export function deleteSchedule(id: string): Promise<void> {
  return command(api.schedule(id), { method: 'DELETE' });
}

export const planHooks = (planId: string) =>
  queryOptions({ queryKey: ['plan-hooks', planId], queryFn: ({ signal }) => request(api.planHooks(planId), hookListSchema, { signal }) });

export function createPlanHook(planId: string, body: { readonly name: string }) {
  return request(api.planHooks(planId), createdHookSchema, { method: 'POST', body });
}

export function revokePlanHook(id: string): Promise<void> {
  return command(api.planHook(id), { method: 'DELETE' });
}
