/** What the findings of a run are looked for in. */
import type { Plan } from '@plimsoll/contracts/plan';
import { peakInFlight } from '@plimsoll/contracts/plan';
import { type Dip, findDips } from './find-dips.ts';
import { findOverload } from './find-overload.ts';
import { type RatedSecond, rateSeconds, type StorySecond } from './rated-second.ts';
import type { Span } from './spans.ts';

/** Without its requests and files. */
export type StoryPlan = Pick<Plan, 'load' | 'connection' | 'warmup' | 'errorStatuses'>;

/** The target's resources in one second: `cpu` is a fraction of all its cores, other metrics are in the unit of their name. */
export interface ResourceSecond {
  readonly second: number;
  readonly values: Readonly<Record<string, number>>;
}

export interface StoryInput {
  readonly plan: StoryPlan;
  /** Measured seconds that are long enough to read a rate from, by rising second. */
  readonly seconds: readonly StorySecond[];
  readonly resources?: readonly ResourceSecond[];
  /** Bits per second of the interface towards the target, where known. */
  readonly lineBitsPerSecond?: number | null;
}

export interface StoryContext extends Required<StoryInput> {
  readonly seconds: readonly RatedSecond[];
  /** Is the load due whatever the target does? */
  readonly open: boolean;
  /** Requests that may be under way at once. */
  readonly slots: number;
  /** Stretches in which good answers stayed behind what was planned. */
  readonly overload: readonly Span[];
  readonly dips: readonly Dip[];
}

/** Slots are busy if this share is taken when a second ends: one or two are always between two requests. */
export const nearlyAll = 0.9;

export function buildContext({ plan, seconds, resources = [], lineBitsPerSecond = null }: StoryInput): StoryContext {
  const { load } = plan;
  const open = load.model === 'open';
  const rated = rateSeconds(seconds);
  const overload = open ? findOverload(rated) : [];
  return {
    plan,
    seconds: rated,
    resources,
    lineBitsPerSecond,
    open,
    slots: peakInFlight(plan),
    overload,
    dips: findDips(rated, open, load.stages === undefined),
  };
}
