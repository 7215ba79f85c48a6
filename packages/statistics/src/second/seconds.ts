/** How samples lie beside each other: shards of a second, one request's parts, and what of them has ended. */
import type { OutcomeCounts, OutcomeKind } from '@plimsoll/contracts/outcome';
import { outcomeKinds } from '@plimsoll/contracts/outcome';
import type { RequestSample, Sample } from '@plimsoll/contracts/sample';

/** The figures of each request of a plan with several, in the plan's order. */
export function groupByRequest(samples: readonly Pick<Sample, 'byRequest'>[]): { name: string; parts: RequestSample[] }[] {
  const byName = new Map<string, RequestSample[]>();
  for (const { byRequest } of samples)
    for (const part of byRequest) {
      const known = byName.get(part.name);
      if (known) known.push(part);
      else byName.set(part.name, [part]);
    }
  return [...byName].map(([name, parts]) => ({ name, parts }));
}

/** Outcomes that ended: all but those cut off by our own end, which are neither success nor failure. */
export function countFinished(outcomes: OutcomeCounts): number {
  let total = 0;
  for (const kind of outcomeKinds) if (kind !== 'cut_off') total += outcomes[kind] ?? 0;
  return total;
}

/** Outcomes that are failures whatever the status. */
export const failedKinds: readonly OutcomeKind[] = outcomeKinds.filter((kind) => kind !== 'response' && kind !== 'cut_off');

/** Seconds that a second's shards cover: 1 as they were measured, more once an old run was thinned. */
export function coveredSeconds(shards: readonly Pick<Sample, 'lengthMs'>[]): number {
  return shards.reduce((most, { lengthMs }) => Math.max(most, Math.ceil(lengthMs / 1000)), 1);
}

/** Samples of the same second, one per shard, by rising second. */
export function groupBySecond(samples: readonly Sample[]): { second: number; shards: Sample[] }[] {
  const seconds = new Map<number, Sample[]>();
  for (const sample of samples) {
    const shards = seconds.get(sample.second);
    if (shards) shards.push(sample);
    else seconds.set(sample.second, [sample]);
  }
  return [...seconds].map(([second, shards]) => ({ second, shards })).sort((a, b) => a.second - b.second);
}
