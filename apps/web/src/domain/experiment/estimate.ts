/** Estimates the number of runs of an experiment and their time, before it starts. Pure. */
import { type Design, isOneLoad } from '@plimsoll/contracts/design';
import { durationMs, durationSchema } from '@plimsoll/contracts/duration';
import { type Plan, runLengthMs } from '@plimsoll/contracts/plan';
import { longestOf } from '@plimsoll/contracts/turns';
import { newExperimentWords } from '@plimsoll/wording/en/comparison';
import { formatLength } from '@plimsoll/wording/time';

/** From the end of the cool-down to the first second of load: a generator process starts. */
const startMs = 1000;

export interface Estimate {
  readonly runs: number;
  /** null: some run ends by its number of requests, so only the target knows. */
  readonly ms: number | null;
  /** With every repeat that may be added; equal to `runs` where none may. */
  readonly mostRuns: number;
  readonly mostMs: number | null;
}

/** `about 4 min`; null: only the target knows. */
export function aboutLength(ms: number | null): string {
  if (ms === null) return newExperimentWords.aboutUnknown;
  // Nobody waits for seconds beside minutes.
  const rounded = ms < 120_000 ? ms : Math.round(ms / 60_000) * 60_000;
  return newExperimentWords.about({ length: formatLength(rounded) });
}

const coolDownMs = (text: string) => (durationSchema.safeParse(text).success ? durationMs(text) : 0);

interface Repeated {
  readonly plans: readonly Plan[];
  readonly repeats: number;
  readonly extendTo: number | null;
  readonly coolDown: string;
  /** Absent: one run after another. */
  readonly design?: Design;
}

/** Variants × repeats, a cool-down between each two that are not made as one load. For an A/A give the plan twice. */
export function estimateRepeats({ plans, repeats, extendTo, coolDown, design = 'runs' }: Repeated): Estimate {
  const lengths = plans.map(runLengthMs);
  const known = lengths.filter((length) => length !== null);
  const starts = isOneLoad(design) ? 1 : plans.length;
  const round = known.length < lengths.length ? null : longestOf(known, design !== 'together') + starts * startMs;
  const most = Math.max(repeats, extendTo ?? 0);
  const total = (times: number) => (round === null ? null : round * times + Math.max(0, starts * times - 1) * coolDownMs(coolDown));
  return { runs: plans.length * repeats, ms: total(repeats), mostRuns: plans.length * most, mostMs: total(most) };
}

interface Search {
  readonly plan: Plan;
  readonly startRate: number;
  readonly maxRate: number;
  readonly precision: number;
  readonly coolDown: string;
}

/** Doubling from the start rate to the highest, halving the last gap down to the precision, and one confirming run of double length. */
export function estimateSearch({ plan, startRate, maxRate, precision, coolDown }: Search): Estimate {
  const doublings = Math.max(0, Math.ceil(Math.log2(maxRate / startRate)));
  const halvings = Math.max(0, Math.ceil(Math.log2(1 / precision)));
  const mostRuns = 1 + doublings + halvings + 1;
  const runs = Math.min(mostRuns, 1 + halvings + 1);
  const length = runLengthMs(plan);
  const total = (count: number) => (length === null ? null : (count + 1) * length + count * startMs + (count - 1) * coolDownMs(coolDown));
  return { runs, ms: total(runs), mostRuns, mostMs: total(mostRuns) };
}
