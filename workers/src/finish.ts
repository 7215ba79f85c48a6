/** How a run ends: its state from the engine's reason, its figures from the samples Postgres kept. */
import type { Plan } from '@plimsoll/contracts/plan';
import type { EndReason, TerminalState } from '@plimsoll/contracts/run';
import type { Sample } from '@plimsoll/contracts/sample';
import { summarise } from '@plimsoll/statistics/summary';
import { evaluateThresholds } from '@plimsoll/statistics/thresholds';
import { judgeValidity } from '@plimsoll/statistics/validity';
import type { Finish } from '@plimsoll/store/run-life';
import type { ShardEnd } from '@plimsoll/store/run-shards';
import { ofGenerator, runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { validityReason } from '@plimsoll/wording/validity-reason';
import type { GeneratorEnd } from './generator-process.ts';

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

/** What only one of several generators met is said of that one. */
const ownTrouble: readonly EndReason[] = ['auto_stopped', 'deadline', 'control_lost', 'failed'];

/** What the end of a shard's load means for its run. `sentAny`: did any sample arrive. */
export function endOfShard({ shard, generators }: ShardPlace, end: GeneratorEnd, sentAny: boolean): ShardEnd {
  const sentence = end.reason === 'control_lost' ? runEndSentence({ kind: 'controlLost' }) : end.message;
  const message = generators > 1 && ownTrouble.includes(end.reason) ? ofGenerator(shard + 1, generators, sentence) : sentence;
  if (end.died || (end.reason === 'failed' && sentAny)) return { state: 'worker_lost', reason: 'failed', message };
  return { state: states[end.reason], reason: end.reason, message };
}

export interface ShardPlace {
  readonly shard: number;
  readonly generators: number;
}

/** Of a run in which nothing was sent. */
export const noFigures = { summary: null, validity: null, thresholds: [] } as const;

/** Summary, validity and thresholds of the samples that were kept; null figures where nothing was. */
export function figuresOf(plan: Plan, samples: readonly Sample[]): Pick<Finish, 'summary' | 'validity' | 'thresholds'> {
  return {
    summary: summarise(samples, plan.errorStatuses),
    validity: judgeValidity(plan, samples),
    thresholds: evaluateThresholds(plan.thresholds, samples),
  };
}

/** As {@link figuresOf}, for a run whose end nobody saw. */
export function figuresOfLost(plan: Plan, samples: readonly Sample[]): Pick<Finish, 'summary' | 'validity' | 'thresholds'> {
  const figures = figuresOf(plan, samples);
  const reasons = [validityReason({ kind: 'worker_lost' }), ...(figures.validity?.reasons ?? [])];
  return { ...figures, validity: { stamp: 'invalid', reasons, advice: figures.validity?.advice ?? [] } };
}
