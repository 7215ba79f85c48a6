/** How a run ends: its state from the engine's reason. */
import type { EndReason, TerminalState } from '@plimsoll/contracts/run';
import type { LoadEnding, ShardEnding } from '@plimsoll/contracts/run-ending';
import type { ShardEnd } from '@plimsoll/store/run-shards';
import type { GeneratorEnd } from '../generator/generator-process.ts';

const states: Record<EndReason, TerminalState> = {
  requests: 'completed',
  duration: 'completed',
  stages: 'completed',
  stopped: 'stopped',
  auto_stopped: 'auto_stopped',
  deadline: 'auto_stopped',
  control_lost: 'control_lost',
  target_refused: 'target_refused',
  failed: 'start_failed',
};

/** A reason that only one of several generators met is said of that one. */
const ownTrouble: readonly EndReason[] = ['auto_stopped', 'deadline', 'control_lost', 'failed'];

/** Says how the end of a shard's load ends its run. `sentAny`: did any sample arrive. */
export function toShardEnd({ shard, generators }: ShardPlace, end: GeneratorEnd, sentAny: boolean): ShardEnd {
  const own: LoadEnding = end.reason === 'control_lost' ? { kind: 'controlLost' } : end.ending;
  const isOwn = generators > 1 && ownTrouble.includes(end.reason);
  const ending: ShardEnding = isOwn ? { kind: 'ofGenerator', number: shard + 1, of: generators, ending: own } : own;
  if (end.died || (end.reason === 'failed' && sentAny)) return { state: 'worker_lost', reason: 'failed', ending };
  return { state: states[end.reason], reason: end.reason, ending };
}

export interface ShardPlace {
  readonly shard: number;
  readonly generators: number;
}
