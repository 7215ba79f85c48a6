/** Shared by the tests of plans with several requests: such a plan, the samples of one request, and the target's log by path. */
import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { merge, summarizeTimes } from '@plimsoll/statistics/histogram';
import type { WitnessLine } from '@plimsoll/testbed/witness';
import { testedClient } from './harness.ts';

export type Requests = NonNullable<PlanInput['requests']>;
export const createPlan = (requests: Requests, load: PlanInput['load'], { connection, ...rest }: Partial<PlanInput> = {}) =>
  planSchema.parse({ version: 1, name: 'several', requests, load, connection: { client: testedClient, ...connection }, ...rest });

export function sumRequest(samples: readonly Sample[], name: string) {
  const counted = samples.flatMap(({ byRequest }) => byRequest.filter((request) => request.name === name));
  const sum = (pick: (request: (typeof counted)[number]) => number) => counted.reduce((total, request) => total + pick(request), 0);
  return {
    sent: sum((request) => request.sent),
    done: sum((request) => request.done),
    failed: sum((request) => request.failed),
    times: summarizeTimes(merge(counted.map((request) => request.histograms.responseTime))),
  };
}

export function countPaths(lines: readonly WitnessLine[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { url } of lines) counts[url] = (counts[url] ?? 0) + 1;
  return counts;
}
