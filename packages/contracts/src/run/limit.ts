/**
 * The limit that held the load back, second by second and for the whole run. One module judges it (`packages/statistics/src/limit`); stamp, story,
 * capacity, sweep, comparison and lists read its judgement.
 */
import { z } from 'zod';
import { publicObject } from '../api/public.ts';

/**
 * `none`: the target had all that was planned, and answered it. `target`: it was slower than the load, refused a part or did not
 * answer. `connections`: all that the plan allows were in use, and the target was free. `generator`: short of processor time (its own
 * quota, others' work) or held up. `client`: the HTTP client has filled its threads. `network`: the line was full. `unknown`: nothing
 * proves any of these.
 */
export const runLimits = ['none', 'target', 'connections', 'generator', 'client', 'network', 'unknown'] as const;
export type RunLimit = (typeof runLimits)[number];

/** Was it a part of ours that held the load back, and not the target? */
export function isOwnLimit(limit: RunLimit | null): boolean {
  return limit === 'generator' || limit === 'client';
}

/** The limits that can end a search for capacity before the target does. */
export const searchLimits = ['generator', 'client', 'connections', 'network'] as const;
export const searchLimitSchema = z.enum(searchLimits);
export type SearchLimit = z.infer<typeof searchLimitSchema>;

/** The evidence that proves a limit, or stands beside it. Shares are 0 to 1. */
export const limitEvidenceKinds = [
  /** All request slots were busy. */
  'slots_busy',
  /** Requests ended without an answer in time. */
  'unanswered',
  /** The target refused: 429, 503, refused or reset connections. */
  'refused',
  /** One thread or process of the target filled a core. */
  'target_core_full',
  /** The target used all cores, or all of its quota. */
  'target_cpu_full',
  /** The target's processor was mostly idle. */
  'target_cpu_free',
  /** Good answers took longer than with slots free. */
  'service_time_grew',
  /** The service time stayed what it was with slots free. */
  'service_time_same',
  /** Load threads had no time left. */
  'thread_full',
  /** Load threads waited for a core. */
  'waited_for_core',
  /** The generator's own control group had used up its quota. */
  'quota_used_up',
  /** The event loop was held up. */
  'loop_held_up',
  /** Requests were sent late though slots were free. */
  'late',
  /** The line towards the target was full. */
  'line_full',
  /** Others used the machine's cores. */
  'other_work',
] as const;
export type LimitEvidenceKind = (typeof limitEvidenceKinds)[number];

export const limitEvidenceSchema = publicObject({
  /** The first second of the run that shows it. */
  second: z.int().nonnegative(),
  kind: z.enum(limitEvidenceKinds),
  /** By name, with the unit in it: `share` (0 to 1), `seconds`, `slots`, `timeUs`, `perSecond`, `cores`. */
  figures: z.record(z.string(), z.number()),
});
export type LimitEvidence = z.infer<typeof limitEvidenceSchema>;
