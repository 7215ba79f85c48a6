/** How small a change an experiment of a plan will see, told by the plan's history before it begins. */
import type { PairNoise, Power } from '@plimsoll/contracts/power';
import { planLooks } from '@plimsoll/statistics/look-plan';
import { foreseePower } from '@plimsoll/statistics/power';
import { pairNoiseOfPlan, trendRuns } from '@plimsoll/store/baselines';
import type { Db } from '@plimsoll/store/db';
import { AnalysisError } from '../analysis-error.ts';
import { pairNoise } from './paired-runs.ts';

export interface PowerQuestion {
  readonly teamId: string;
  readonly planId: string;
  readonly design: 'together' | 'turns';
  /** Of load, in each round. */
  readonly roundSeconds: number;
  readonly repeats: number;
  /** Where it extends itself. */
  readonly mostRepeats?: number | undefined;
  readonly candidates: number;
  readonly detect: number;
}

/** Null: nothing is known of the plan's noise. */
export async function planPower(db: Db, question: PowerQuestion): Promise<{ readonly power: Power | null }> {
  const { teamId, planId, design, roundSeconds, repeats, mostRepeats = repeats, candidates, detect } = question;
  const known = await pairNoiseOfPlan(db, teamId, planId, design);
  const noise = known ?? (await noiseOfRuns(db, teamId, planId));
  const looks = planLooks(repeats, Math.max(repeats, mostRepeats));
  const power = noise && foreseePower([noise], { seconds: roundSeconds, looks, candidates, detect });
  return { power: power && { ...power, from: known ? 'experiment' : 'runs' } };
}

/** Of the newest two, as if they had been made at once. */
async function noiseOfRuns(db: Db, teamId: string, planId: string): Promise<PairNoise | null> {
  const [before, newest] = await trendRuns(db, teamId, planId, 2);
  if (!before || !newest) return null;
  try {
    const [noise] = await pairNoise(db, { teamId, pairs: [[before.id, newest.id]] });
    return noise ?? null;
  } catch (error) {
    if (error instanceof AnalysisError && error.code === 'samples_gone') return null;
    throw error;
  }
}
