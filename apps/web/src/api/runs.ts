import { randomKey } from '@plimsoll/client/random-key';
import { api } from '@plimsoll/contracts/paths';
import type { Plan } from '@plimsoll/contracts/plan';
import { isTerminal, runSchema, type updateRunSchema } from '@plimsoll/contracts/run';
import { type RunListQuery, runListSchema } from '@plimsoll/contracts/run-list';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { command, request } from './client.ts';
import { withoutGoing } from './going.ts';

export type RunFilters = { [K in keyof RunListQuery]?: RunListQuery[K] | undefined };

export function runListPath(filters: RunFilters): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(filters)) if (value !== undefined && value !== '') query.set(key, String(value));
  const text = query.toString();
  return text ? `${api.runs}?${text}` : api.runs;
}

export const runs = (filters: RunFilters) =>
  queryOptions({
    queryKey: ['runs', filters],
    queryFn: async ({ signal }) => withoutGoing(await request(runListPath(filters), runListSchema, { signal })),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.items.some((run) => !isTerminal(run.state)) ? 2_000 : 30_000),
  });

/** The runs before that cursor: they change no more, but for those that still go on. */
export const olderRuns = (filters: RunFilters) =>
  queryOptions({
    queryKey: ['runs', filters],
    queryFn: async ({ signal }) => withoutGoing(await request(runListPath(filters), runListSchema, { signal })),
    staleTime: 60_000,
    refetchInterval: (query) => (query.state.data?.items.some((run) => !isTerminal(run.state)) ? 2_000 : false),
  });

export const run = (id: string) =>
  queryOptions({ queryKey: ['run', id], queryFn: ({ signal }) => request(api.run(id), runSchema, { signal }), staleTime: 5_000 });

/**
 * The key makes a double click or a retried request one run. `secretsFrom`: the run or plan whose stored secrets the `•••` in
 * the plan stand for.
 */
export function startRun(plan: Plan, secretsFrom: string | undefined, key: string = randomKey()) {
  return request(api.runs, runSchema, { method: 'POST', body: { plan, secretsFrom }, headers: { 'idempotency-key': key } });
}

/** As a run of the saved plan: it counts in the plan's trend and is held against its baseline. */
export function startPlan(planId: string, key: string = randomKey()) {
  return request(api.runs, runSchema, { method: 'POST', body: { planId }, headers: { 'idempotency-key': key } });
}

export function stopRun(id: string): Promise<void> {
  return command(api.stopRun(id), { method: 'POST', body: {} });
}

export function updateRun(id: string, change: z.input<typeof updateRunSchema>) {
  return request(api.run(id), runSchema, { method: 'PATCH', body: change });
}

export function deleteRun(id: string): Promise<void> {
  return command(api.run(id), { method: 'DELETE' });
}
