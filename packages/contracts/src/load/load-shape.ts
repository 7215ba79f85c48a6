/** The load that a plan will make, for the launch form's preview: drawn from the same line the engine paces by. */

import { loadDurationMs, type OpenLoad, type Plan } from '../plan/plan.ts';
import { durationMs } from '../request/duration.ts';
import { countRequests, type RateLine, rateAt, rateLine } from './rate-line.ts';

const inSeconds = ({ to, over }: { readonly to: number; readonly over: string }) => ({ to, overSeconds: durationMs(over) / 1000 });

export function buildRateLine(load: OpenLoad): RateLine {
  if (load.stages) return rateLine(load.startRate ?? 0, load.stages.map(inSeconds));
  const rate = load.rate ?? 0;
  return rateLine(rate, [{ to: rate, overSeconds: durationMs(load.duration ?? '0s') / 1000 }]);
}

/** Connections over time of a closed load, as a line (not requests). Null where only a number of requests ends it. */
export function buildConnectionLine(plan: Plan): RateLine | null {
  const { load } = plan;
  if (load.model !== 'closed') return null;
  if (load.stages) return rateLine(load.startConnections ?? 1, load.stages.map(inSeconds));
  const length = loadDurationMs(load);
  return length === null ? null : rateLine(load.connections ?? 1, [{ to: load.connections ?? 1, overSeconds: length / 1000 }]);
}

export interface LoadShape {
  readonly unit: 'requests per second' | 'connections';
  readonly points: readonly { readonly second: number; readonly value: number }[];
  /** Whole length with the warm-up; null where only a number of requests ends it. */
  readonly seconds: number | null;
  /** Requests the load asks for; null where the target decides. */
  readonly requests: number | null;
  readonly peak: number;
}

/** Corner points of the load's shape; seconds are shifted by the warm-up, which is drawn as a flat lead-in. */
export function loadShape(plan: Plan): LoadShape {
  const { load } = plan;
  const warmup = durationMs(plan.warmup) / 1000;
  const line = load.model === 'open' ? buildRateLine(load) : buildConnectionLine(plan);
  const unit = load.model === 'open' ? 'requests per second' : 'connections';
  if (!line) {
    const connections = load.model === 'closed' ? (load.connections ?? 1) : 0;
    return {
      unit,
      points: [
        { second: 0, value: connections },
        { second: 1, value: connections },
      ],
      seconds: null,
      requests: load.model === 'closed' ? (load.requests ?? null) : null,
      peak: connections,
    };
  }
  const corners = line.segments.flatMap((s) => [
    { second: warmup + s.startSeconds, value: s.fromRate },
    { second: warmup + s.startSeconds + s.seconds, value: s.toRate },
  ]);
  const points = warmup > 0 ? [{ second: 0, value: rateAt(line, 0) }, ...corners] : corners;
  const requests = load.model === 'open' ? countRequests(line) + Math.round(warmup * rateAt(line, 0)) : (load.requests ?? null);
  return { unit, points, seconds: warmup + line.seconds, requests, peak: Math.max(...points.map((p) => p.value)) };
}

/** Seconds of the run, its warm-up included, in which the stages of a load begin, and the last one's end; empty without stages. */
export function listStageSeconds({ load, warmup }: Pick<Plan, 'load' | 'warmup'>): number[] {
  if (!load.stages) return [];
  const ends = [durationMs(warmup) / 1000];
  for (const { over } of load.stages) ends.push((ends.at(-1) as number) + durationMs(over) / 1000);
  return ends;
}
