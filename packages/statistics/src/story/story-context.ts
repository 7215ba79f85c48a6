/** The data in which the findings of a run are looked for. */

import type { RunLimit } from '@plimsoll/contracts/limit';
import { loadEndMs } from '@plimsoll/contracts/load-end';
import type { Plan } from '@plimsoll/contracts/plan';
import { peakInFlight } from '@plimsoll/contracts/plan';
import { shortestSecondMs } from '@plimsoll/contracts/whole-seconds';
import type { LimitJudgement } from '../limit/judge-limits.ts';
import type { Span } from '../second/spans.ts';
import { type Dip, findDips } from './find-dips.ts';
import { findOverload } from './find-overload.ts';
import { type RatedSecond, rateSeconds, type StorySecond } from './rated-second.ts';

/** The part of a plan that its story reads. */
export type StoryPlan = Pick<Plan, 'load' | 'connection' | 'warmup' | 'errorStatuses' | 'timeout' | 'target'>;

/** The target's resources in one second: `cpu` is a fraction of all its cores, other metrics are in the unit of their name. */
export interface ResourceSecond {
  readonly second: number;
  readonly values: Readonly<Record<string, number>>;
  /** Cores of its machine, and those that its quota leaves it; null or absent: not known. */
  readonly cores?: number | null;
  readonly quotaCores?: number | null;
}

export interface StoryInput {
  readonly plan: StoryPlan;
  /** All measured seconds, by rising second. */
  readonly seconds: readonly StorySecond[];
  /** The limit in each of them, by the one judge. */
  readonly limits: LimitJudgement['seconds'];
  readonly resources?: readonly ResourceSecond[];
  /** Bits per second of the interface towards the target, where known. */
  readonly lineBitsPerSecond?: number | null;
}

export interface StoryContext extends Required<Omit<StoryInput, 'limits'>> {
  /** While the load was on, and long enough to read a rate from. */
  readonly seconds: readonly RatedSecond[];
  /** All measured seconds, those after the load, too: what is counted is counted over these. */
  readonly counted: readonly StorySecond[];
  limitOf(second: RatedSecond): RunLimit;
  /** Did due requests find all slots busy? */
  hadSlotsBusy(second: RatedSecond): boolean;
  /** Is the load due whatever the target does? */
  readonly open: boolean;
  /** Requests that may be under way at once. */
  readonly slots: number;
  /** Stretches in which good answers stayed behind what was planned. */
  readonly overload: readonly Span[];
  readonly dips: readonly Dip[];
}

/** The load must have been on for this share of a second whose rates are read: the rest of it drains. */
const loadedShare = 0.95;

/** Was the load on in this second, and is it long enough to read a rate from? */
export function hasRates(plan: StoryPlan, { second, lengthMs }: Pick<StorySecond, 'second' | 'lengthMs'>): boolean {
  return lengthMs >= shortestSecondMs && loadEndMs(plan) - second * 1000 >= loadedShare * lengthMs;
}

export function buildContext({ plan, seconds, limits, resources = [], lineBitsPerSecond = null }: StoryInput): StoryContext {
  const { load } = plan;
  const open = load.model === 'open';
  // A stage of 0/s at the end of an open load is no load, either.
  const last = open ? seconds.findLastIndex(({ planned }) => planned > 0) : seconds.length - 1;
  const rated = rateSeconds(seconds.slice(0, last + 1).filter((one) => hasRates(plan, one)));
  const judged = new Map(limits.map((one) => [one.second, one]));
  const overload = open ? findOverload(rated) : [];
  return {
    plan,
    seconds: rated,
    counted: seconds,
    limitOf: ({ second }) => judged.get(second)?.limit ?? 'unknown',
    hadSlotsBusy: ({ second }) => judged.get(second)?.slotsBusy ?? false,
    resources,
    lineBitsPerSecond,
    open,
    slots: peakInFlight(plan),
    overload,
    dips: findDips(rated, open, load.stages === undefined),
  };
}
