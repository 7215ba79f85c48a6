/** The most that one run may ask for, set by the operator. Checked when a plan is posted, at claim, and again by the engine. */
import { z } from 'zod';
import { loadDurationMs, type Plan, peakConnections, peakRate } from '../plan/plan.ts';
import { durationMs } from '../request/duration.ts';

export const capsSchema = z
  .strictObject({
    /** The most runs of one team, queued or under way. */
    maxConcurrentRuns: z.int().positive(),
    /** The most runs of one person over all teams. */
    maxRunsOfPerson: z.int().positive(),
    /** The most runs of all teams. */
    maxRunsInAll: z.int().positive(),
    /** The most experiments of one team, and of one person over all teams; queued or under way. */
    maxExperiments: z.int().positive(),
    maxExperimentsInAll: z.int().positive(),
    maxConnections: z.int().positive(),
    maxRatePerSecond: z.number().positive(),
    /** Rates of all open loads under way that aim at one host and port, added up. */
    maxRateOfTarget: z.number().positive(),
    /** The same of the connections that they may hold open. */
    maxConnectionsOfTarget: z.int().positive(),
    maxDurationMs: z.number().positive(),
    maxRequests: z.int().positive(),
  })
  .meta({ id: 'Caps' });
export type Caps = z.infer<typeof capsSchema>;

export const defaultCaps: Caps = {
  maxConcurrentRuns: 5,
  maxRunsOfPerson: 5,
  maxRunsInAll: 100,
  maxExperiments: 20,
  maxExperimentsInAll: 200,
  maxConnections: 10_000,
  maxConnectionsOfTarget: 10_000,
  maxRatePerSecond: 100_000,
  maxRateOfTarget: 100_000,
  maxDurationMs: 24 * 3_600_000,
  maxRequests: 1_000_000_000,
};

/** A time-less closed load still ends: this long after its start at the latest. */
export const longestUntimedMs = 3_600_000;

/** The time by which a run must be over whatever happens, in ms after its load starts: warm-up + load + last timeouts. */
export function hardDeadlineMs(plan: Plan): number {
  return durationMs(plan.warmup) + (loadDurationMs(plan.load) ?? longestUntimedMs) + Math.min(durationMs(plan.timeout), 30_000) + 5_000;
}

export const overCapKinds = ['connections', 'rate', 'duration', 'requests', 'timeout'] as const;
/** A cap that a plan exceeds: so many, so many per second, or ms. `field` is a JSON pointer relative to the plan. */
export interface OverCap {
  readonly field: string;
  readonly what: (typeof overCapKinds)[number];
  readonly got: number;
  readonly cap: number;
}

const longestTimeoutMs = 600_000;

/** Every cap the plan is over. */
export function overCaps(plan: Plan, caps: Caps): OverCap[] {
  const over: OverCap[] = [];
  const judge = (field: string, what: OverCap['what'], got: number, cap: number) => {
    if (got > cap) over.push({ field, what, got, cap });
  };
  const { load } = plan;
  const connections = load.model === 'open' ? '/load/maxConnections' : '/load/connections';
  judge(
    load.stages && load.model === 'closed' ? '/load/stages' : connections,
    'connections',
    peakConnections(load),
    Math.min(caps.maxConnections, caps.maxConnectionsOfTarget),
  );
  judge(load.stages ? '/load/stages' : '/load/rate', 'rate', peakRate(load) ?? 0, Math.min(caps.maxRatePerSecond, caps.maxRateOfTarget));
  const length = durationMs(plan.warmup) + (loadDurationMs(load) ?? 0);
  judge(load.stages ? '/load/stages' : '/load/duration', 'duration', length, caps.maxDurationMs);
  if (load.model === 'closed') judge('/load/requests', 'requests', load.requests ?? 0, caps.maxRequests);
  judge('/timeout', 'timeout', durationMs(plan.timeout), longestTimeoutMs);
  return over;
}
