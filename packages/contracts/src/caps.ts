/** What one run may ask for, set by the operator. Checked when a plan is posted, at claim, and again by the engine. */
import { z } from 'zod';
import { durationMs, formatDuration } from './duration.ts';
import { loadDurationMs, type Plan, peakConnections, peakRate } from './plan.ts';
import type { FieldProblem } from './problem.ts';

export const capsSchema = z
  .strictObject({
    maxConcurrentRuns: z.int().positive(),
    /** Of one team, queued or under way. */
    maxExperiments: z.int().positive(),
    maxConnections: z.int().positive(),
    maxRatePerSecond: z.number().positive(),
    maxDurationMs: z.number().positive(),
    maxRequests: z.int().positive(),
  })
  .meta({ id: 'Caps' });
export type Caps = z.infer<typeof capsSchema>;

export const defaultCaps: Caps = {
  maxConcurrentRuns: 5,
  maxExperiments: 20,
  maxConnections: 10_000,
  maxRatePerSecond: 100_000,
  maxDurationMs: 24 * 3_600_000,
  maxRequests: 1_000_000_000,
};

/** A time-less closed load still ends: this long after its start at the latest. */
export const longestUntimedMs = 3_600_000;

/** When a run must be over whatever happens, in ms after its load starts: warm-up + load + last timeouts. */
export function hardDeadlineMs(plan: Plan): number {
  return durationMs(plan.warmup) + (loadDurationMs(plan.load) ?? longestUntimedMs) + Math.min(durationMs(plan.timeout), 30_000) + 5_000;
}

/** Every cap the plan is over, each naming cap and value. Pointers are relative to the plan. */
export function overCaps(plan: Plan, caps: Caps): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const over = (field: string, got: number, cap: number, what: string, show: (n: number) => string = (n) => String(n)) => {
    if (got > cap)
      problems.push({
        field,
        message: `${what}: ${show(got)} is over the cap of ${show(cap)}.`,
        got: show(got),
        allowed: `at most ${show(cap)}`,
      });
  };
  const { load } = plan;
  over(
    load.stages && load.model === 'closed' ? '/load/stages' : load.model === 'open' ? '/load/maxConnections' : '/load/connections',
    peakConnections(load),
    caps.maxConnections,
    'Connections',
  );
  over(load.stages ? '/load/stages' : '/load/rate', peakRate(load) ?? 0, caps.maxRatePerSecond, 'Requests per second');
  const length = durationMs(plan.warmup) + (loadDurationMs(load) ?? 0);
  over(load.stages ? '/load/stages' : '/load/duration', length, caps.maxDurationMs, 'Duration', formatDuration);
  if (load.model === 'closed') over('/load/requests', load.requests ?? 0, caps.maxRequests, 'Requests');
  over('/timeout', durationMs(plan.timeout), 600_000, 'Timeout', formatDuration);
  return problems;
}
