import { mostParts, type Plan } from '@plimsoll/contracts/plan';

/** One thread's share of a load: partition `index` of `of`. All partitions add up to the whole exactly. */
export interface Partition {
  readonly index: number;
  readonly of: number;
}

export const wholeLoad: Partition = { index: 0, of: 1 };

/** This partition's share of `total` things, as even as whole numbers allow. */
export function partitionShare(total: number, partition: Partition): number {
  return Math.floor(total / partition.of) + (partition.index < total % partition.of ? 1 : 0);
}

/** The number of threads that have at least one connection and one request each, of the whole load or of this partition. */
export function usefulThreads(plan: Plan, threads: number, partition: Partition = wholeLoad): number {
  return Math.max(1, Math.min(Math.floor(threads), partitionShare(mostParts(plan), partition)));
}

/** Requests that this partition may have under way at once by the plan's request limit; Infinity without one. */
export function requestLimit({ connection: { maxActiveRequests } }: Pick<Plan, 'connection'>, partition: Partition): number {
  return maxActiveRequests === null ? Number.POSITIVE_INFINITY : partitionShare(maxActiveRequests, partition);
}

/** `count` partitions of a load cut into `of`, from partition `first` on: what one generator makes, a partition for each of its threads. */
export interface PartitionRange {
  readonly first: number;
  readonly count: number;
  readonly of: number;
}
