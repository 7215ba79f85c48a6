import { api } from '@plimsoll/contracts/paths';
import type { Plan } from '@plimsoll/contracts/plan';
import { savedPlanListSchema, savedPlanSchema } from '@plimsoll/contracts/saved-plan';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from './client.ts';

export const plans = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }) => request(api.plans, savedPlanListSchema, { signal }),
});

export const plan = (id: string) =>
  queryOptions({ queryKey: ['plan', id], queryFn: ({ signal }) => request(api.plan(id), savedPlanSchema, { signal }) });

export function savePlan(body: Plan) {
  return request(api.plans, savedPlanSchema, { method: 'POST', body: { plan: body } });
}

export function changePlan(id: string, body: Plan) {
  return request(api.plan(id), savedPlanSchema, { method: 'PUT', body: { plan: body } });
}

export function deletePlan(id: string): Promise<void> {
  return command(api.plan(id), { method: 'DELETE' });
}
