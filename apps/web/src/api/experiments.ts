/** The team's experiments as lists show them. */
import { type ExperimentState, experimentListSchema } from '@plimsoll/contracts/experiment-list';
import { api } from '@plimsoll/contracts/paths';
import { queryOptions } from '@tanstack/react-query';
import { command, request } from './client.ts';

export function isUnderWay(state: ExperimentState): boolean {
  return state === 'queued' || state === 'running' || state === 'stopping';
}

export const experiments = queryOptions({
  queryKey: ['experiments'],
  queryFn: ({ signal }) => request(api.experiments, experimentListSchema, { signal }),
  refetchInterval: (query) => (query.state.data?.items.some((item) => isUnderWay(item.state)) ? 2_000 : 30_000),
});

export function stopExperiment(id: string): Promise<void> {
  return command(api.stopExperiment(id), { method: 'POST', body: {} });
}
