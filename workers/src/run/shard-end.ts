/** How a run ends: its state from the engine's reason. */
import { stateOfEnd } from '@plimsoll/contracts/end-state';
import { regionsOfShards } from '@plimsoll/contracts/generators';
import type { Plan } from '@plimsoll/contracts/plan';
import type { EndReason } from '@plimsoll/contracts/run';
import type { LoadEnding, ShardEnding } from '@plimsoll/contracts/run-ending';
import type { ShardEnd } from '@plimsoll/store/run-shards';
import type { GeneratorEnd } from '../generator/generator-process.ts';

/** A reason that only one of several generators met is said of that one. */
const ownTrouble: readonly EndReason[] = ['auto_stopped', 'deadline', 'control_lost', 'failed'];

/** Says how the end of a shard's load ends its run. `sentAny`: did any sample arrive. */
export function toShardEnd({ shard, generators, plan }: ShardPlace, end: GeneratorEnd, sentAny: boolean): ShardEnd {
  const own: LoadEnding = end.reason === 'control_lost' ? { kind: 'controlLost' } : end.ending;
  const isOwn = generators > 1 && ownTrouble.includes(end.reason);
  const region = regionsOfShards(plan.generators)[shard];
  const place = { number: shard + 1, of: generators, ...(region !== undefined && { region }) };
  const ending: ShardEnding = isOwn ? { kind: 'ofGenerator', ...place, ending: own } : own;
  const state = stateOfEnd(end, sentAny);
  return { state, reason: state === 'worker_lost' ? 'failed' : end.reason, ending };
}

export interface ShardPlace {
  readonly shard: number;
  readonly generators: number;
  readonly plan: Pick<Plan, 'generators'>;
}
