/** Judges one rate of a capacity search: from the run's figures, its thresholds and the one judgement of what held it back. */
import { type CapacityTry, type CreateExperiment, keepsUpByDefault } from '@plimsoll/contracts/experiment';
import type { BrokeBy } from '@plimsoll/contracts/experiment-remark';
import { type SearchLimit, searchLimits } from '@plimsoll/contracts/limit';
import { countFailedAnswers } from '@plimsoll/contracts/outcome';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Run } from '@plimsoll/contracts/run';
import type { Summary } from '@plimsoll/contracts/summary';
import type { ThresholdResult } from '@plimsoll/contracts/threshold';
import type { Validity } from '@plimsoll/contracts/validity';

/** A try as far as it is known: all null before its run is over. */
export interface SearchStep {
  readonly position: number;
  readonly rate: number | null;
  readonly state: Run['state'] | null;
  readonly validity: Validity | null;
  readonly thresholds: readonly ThresholdResult[] | null;
  readonly summary: Summary | null;
}

export interface Search {
  readonly search: NonNullable<CreateExperiment['search']>;
  readonly load: Pick<Plan['load'], 'model'> & { readonly arrivals?: string; readonly maxConnections?: number };
}

export type JudgedTry = Omit<CapacityTry, 'confirming' | 'counts'> & {
  readonly goodPerSecond: number | null;
  /** Of one that broke. */
  readonly brokeBy: BrokeBy | null;
};

export const backlogLimits = {
  /** A count read at one moment differs by so many requests without any reason. */
  requests: 3,
  /** Share of the planned requests: a growth below it is too slow to be seen in a try. */
  share: 0.005,
  /** Random arrivals bring more by chance: so many standard deviations of their number. */
  deviations: 2,
} as const;

/** Is the target left behind? Then a longer try at this rate would show what a short one hides. */
export function growsBacklog({ whileLoaded }: Pick<Summary, 'whileLoaded'>, arrivals: string | undefined): boolean {
  if (!whileLoaded) return false;
  const { seconds, plannedPerSecond, backlog } = whileLoaded;
  const planned = seconds * plannedPerSecond;
  const byChance = arrivals === 'poisson' ? backlogLimits.deviations * Math.sqrt(planned) : 0;
  return backlog.growthPerSecond * seconds > Math.max(backlogLimits.requests, backlogLimits.share * planned, byChance);
}

/** By what a run was disturbed; null: by nothing. */
export function findDisturbance(validity: Validity | null): CapacityTry['disturbed'] {
  if (validity?.stamp !== 'degraded' && validity?.stamp !== 'invalid') return null;
  return (validity.evidence ?? []).some(({ kind }) => kind === 'other_work') ? 'other_work' : 'generator';
}

function findLimit(validity: Validity | null): SearchLimit | null {
  return searchLimits.find((limit) => limit === validity?.limit) ?? null;
}

/** Answers that say no are the target's own: whatever else was short, it refused more than it may. */
function isRefused(summary: Summary, keepsUp: number): boolean {
  return countFailedAnswers(summary) > (1 - keepsUp) * summary.planned;
}

/** Null: the run is no try. Only one that completed, or stopped by itself, overwhelmed by errors, is. */
export function judgeTry({ state, summary, thresholds, validity }: SearchStep, { search, load }: Search): JudgedTry | null {
  const stopped = state === 'auto_stopped';
  if (!stopped && (state !== 'completed' || !summary || !thresholds)) return null;
  const keepsUp = search.keepsUp ?? keepsUpByDefault;
  const goodShare = summary && summary.planned > 0 ? summary.done / summary.planned : null;
  const goodPerSecond = summary?.whileLoaded?.goodPerSecond ?? summary?.goodputPerSecond ?? null;
  const shown = { goodShare, goodPerSecond, disturbed: findDisturbance(validity) };
  if (stopped || !summary || !thresholds) return broke(shown, 'auto_stopped');
  const because =
    goodShare !== null && goodShare < keepsUp
      ? 'good_answers'
      : growsBacklog(summary, load.arrivals)
        ? 'backlog'
        : thresholds.some(({ passed }) => !passed)
          ? 'thresholds'
          : null;
  if (because === null) return { ...shown, outcome: 'held', because, brokeBy: null };
  const limit = isRefused(summary, keepsUp) ? null : findLimit(validity);
  return limit ? { ...shown, outcome: 'limited', because: limit, brokeBy: null } : broke(shown, because, thresholds);
}

function broke(
  shown: Pick<JudgedTry, 'goodShare' | 'goodPerSecond' | 'disturbed'>,
  because: BrokeBy['because'],
  thresholds: readonly ThresholdResult[] = [],
): JudgedTry {
  const missed = thresholds.flatMap(({ expression, value, passed }) => (passed ? [] : [{ expression, value }]));
  return { ...shown, outcome: 'broke', because, brokeBy: { because, missed } };
}
