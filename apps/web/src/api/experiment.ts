/** One experiment, whole. */
import { randomKey } from '@plimsoll/client/random-key';
import { type CreateExperiment, type Experiment, experimentProgressSchema, experimentSchema } from '@plimsoll/contracts/experiment';
import { api } from '@plimsoll/contracts/paths';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';
import { isUnderWay } from './experiments.ts';

export const experiment = (id: string) =>
  queryOptions({
    queryKey: ['experiment', id],
    // The plans never change and may be large: they are fetched once, then only what moves.
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData<Experiment>(['experiment', id]);
      if (!known) return request(api.experiment(id), experimentSchema, { signal });
      return { ...known, ...(await request(api.experimentProgress(id), experimentProgressSchema, { signal })) };
    },
    refetchInterval: (query) => (query.state.data && isUnderWay(query.state.data.state) ? 1_500 : false),
  });

/** The key makes a double press one experiment. */
export function startExperiment(body: CreateExperiment, key: string = randomKey()): Promise<Experiment> {
  return request(api.experiments, experimentSchema, { method: 'POST', body, headers: { 'idempotency-key': key } });
}

/** An A/B that is over goes on, with so many runs more of each variant. */
export function addRepeats(id: string, repeats: number): Promise<Experiment> {
  return request(api.moreRepeats(id), experimentSchema, { method: 'POST', body: { repeats } });
}
