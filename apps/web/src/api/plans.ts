import { isProblem } from '@plimsoll/client/api-problem';
import type { ComparedMetric } from '@plimsoll/contracts/compared-metric';
import { api } from '@plimsoll/contracts/paths';
import type { Plan } from '@plimsoll/contracts/plan';
import { savedPlanListSchema, savedPlanSchema } from '@plimsoll/contracts/saved-plan';
import { trendSchema } from '@plimsoll/contracts/trend';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { command, request } from './client.ts';
import { withoutGoing } from './going.ts';

export const plans = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => withoutGoing(await request(api.plans, savedPlanListSchema, { signal })),
});

export const plan = (id: string) =>
  queryOptions({ queryKey: ['plan', id], queryFn: ({ signal }) => request(api.plan(id), savedPlanSchema, { signal }) });

export function savePlan(body: Plan, secretsFrom: string | undefined) {
  return request(api.plans, savedPlanSchema, { method: 'POST', body: { plan: body, secretsFrom } });
}

const ifRevision = (revision: number) => ({ 'if-match': `"${revision}"` });

/** Refused ({@link isNewerPlan}) where there is another revision by now. */
export function changePlan(id: string, body: Plan, revision: number) {
  return request(api.plan(id), savedPlanSchema, { method: 'PUT', headers: ifRevision(revision), body: { plan: body } });
}

export function isNewerPlan(error: unknown): boolean {
  return isProblem(error, 'conflict') && error.problem.field === '/revision';
}

/** Refused as a change is. */
export function deletePlan(id: string, revision: number): Promise<void> {
  return command(api.plan(id), { method: 'DELETE', headers: ifRevision(revision) });
}

/** Pins a run as what later runs of the plan are held against; null unpins it. */
export function setBaseline(planId: string, runId: string | null) {
  return request(api.baseline(planId), savedPlanSchema, { method: 'PUT', body: { runId } });
}

export const trend = (planId: string, metric: ComparedMetric) =>
  queryOptions({
    queryKey: ['trend', planId, metric],
    queryFn: ({ signal }) => request(api.trend(planId, metric), trendSchema, { signal }),
    placeholderData: keepPreviousData,
  });
