/** The progress of a run: pure, from its plan and its last second. */
import { durationMs } from '@plimsoll/contracts/duration';
import { type Plan, runLengthMs } from '@plimsoll/contracts/plan';
import type { Point } from '@plimsoll/contracts/sample';

export interface Progress {
  /** 0 … 1; null where nothing says how long it will take. */
  readonly share: number | null;
  readonly elapsedMs: number;
  readonly totalMs: number | null;
  /** Ends of stages (and of the warm-up) as shares of the whole. */
  readonly marks: readonly number[];
  /** 1-based; null outside stages. */
  readonly stage: { readonly at: number; readonly of: number; readonly to: number; readonly holding: boolean } | null;
  readonly warmingUp: boolean;
}

export function measureProgress(plan: Plan, points: readonly Point[]): Progress {
  const last = points.at(-1);
  const elapsedMs = last ? (last.second + last.seconds) * 1000 : 0;
  const warmupMs = durationMs(plan.warmup);
  const totalMs = runLengthMs(plan);
  const byTime = totalMs === null ? null : Math.min(1, elapsedMs / totalMs);
  const wanted = plan.load.model === 'closed' ? plan.load.requests : undefined;
  const sent = points.reduce((sum, point) => (point.warmup ? sum : sum + point.sent), 0);
  const byRequests = wanted === undefined ? null : Math.min(1, sent / wanted);
  const ends = plan.load.stages ? stageEnds(plan.load.stages, warmupMs) : [];
  const marks =
    totalMs === null
      ? []
      : [...(warmupMs > 0 ? [warmupMs] : []), ...ends.slice(0, -1)].map((ms) => ms / totalMs).filter((share) => share > 0 && share < 1);
  return {
    share: byTime === null ? byRequests : Math.max(byTime, byRequests ?? 0),
    elapsedMs,
    totalMs,
    marks,
    stage: stageAt(plan, ends, elapsedMs, warmupMs),
    warmingUp: warmupMs > 0 && elapsedMs < warmupMs,
  };
}

type Stages = NonNullable<Plan['load']['stages']>;

function stageEnds(stages: Stages, fromMs: number): number[] {
  let at = fromMs;
  return stages.map((stage) => {
    at += durationMs(stage.over);
    return at;
  });
}

function stageAt(plan: Plan, ends: readonly number[], elapsedMs: number, warmupMs: number): Progress['stage'] {
  const { stages } = plan.load;
  if (!stages || elapsedMs < warmupMs) return null;
  const found = ends.findIndex((end) => elapsedMs < end);
  const at = found < 0 ? stages.length - 1 : found;
  const stage = stages[at];
  if (!stage) return null;
  const start = plan.load.model === 'open' ? (plan.load.startRate ?? 0) : (plan.load.startConnections ?? 1);
  const before = at === 0 ? start : stages[at - 1]?.to;
  return { at: at + 1, of: stages.length, to: stage.to, holding: before === stage.to };
}
