import { planCeilingSchema } from '@plimsoll/contracts/design';
import { experimentCourseSchema, foreseenPowerSchema, type PowerQuery } from '@plimsoll/contracts/foreseen-power';
import { api } from '@plimsoll/contracts/paths';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** How the interval of each candidate closes in. */
export const experimentCourse = (id: string, underWay: boolean) =>
  queryOptions({
    queryKey: ['experiment-course', id, underWay],
    queryFn: ({ signal }) => request(api.experimentCourse(id), experimentCourseSchema, { signal }),
    refetchInterval: underWay ? 4_000 : false,
    placeholderData: keepPreviousData,
  });

/** What the plan's history tells that such an experiment of it will see. */
export const foreseenPower = (planId: string, rounds: PowerQuery) =>
  queryOptions({
    queryKey: ['power', planId, rounds],
    queryFn: ({ signal }) =>
      request(
        api.power(planId, new URLSearchParams(Object.entries(rounds).map(([name, value]) => [name, String(value)])).toString()),
        foreseenPowerSchema,
        {
          signal,
        },
      ),
    placeholderData: keepPreviousData,
  });

/** The rate that the plan's target is known to carry. */
export const planCeiling = (planId: string) =>
  queryOptions({
    queryKey: ['plan-ceiling', planId],
    queryFn: ({ signal }) => request(api.planCeiling(planId), planCeilingSchema, { signal }),
  });
