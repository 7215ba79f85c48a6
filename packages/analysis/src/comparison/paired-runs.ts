/** Pairs of runs that are made, or were made, at once, as far as they are measured: none of them need be over. */
import type { PairNoise } from '@plimsoll/contracts/power';
import type { Run } from '@plimsoll/contracts/run';
import { type DecidingSeries, decidingSeries } from '@plimsoll/statistics/deciding-series';
import { learnPairNoise } from '@plimsoll/statistics/power';
import type { Db } from '@plimsoll/store/db';
import { findComparedRun } from '@plimsoll/store/runs';
import { readArms } from './read-arms.ts';

/** Ids of the base's run and the candidate's. */
export type RunPair = readonly [string, string];

/** Both sides in the order of the pairs, as what decides between them; one of which a run was deleted is left out. Null: none is left. Throws as `readArms`. */
export async function pairedSeries(db: Db, teamId: string, pairs: readonly RunPair[]): Promise<DecidingSeries | null> {
  const [base, candidate]: [Run[], Run[]] = [[], []];
  for (const pair of pairs) {
    const [one, other] = [await findComparedRun(db, teamId, pair[0]), await findComparedRun(db, teamId, pair[1])];
    if (!one || !other) continue;
    base.push(one);
    candidate.push(other);
  }
  if (base.length === 0) return null;
  const read = await readArms(db, teamId, { base, candidates: [candidate] });
  return decidingSeries(read.base, read.candidates[0] ?? []);
}

export interface NoiseQuestion {
  readonly teamId: string;
  /** One of each candidate. */
  readonly pairs: readonly RunPair[];
  /** Shorter ones tell nothing yet. */
  readonly leastSeconds?: number;
}

/** Of each pair that is measured long enough for an interval. */
export async function pairNoise(db: Db, { teamId, pairs, leastSeconds = 0 }: NoiseQuestion): Promise<PairNoise[]> {
  const found: PairNoise[] = [];
  for (const pair of pairs) {
    const series = await pairedSeries(db, teamId, [pair]);
    const isLong = series !== null && [...series.base, ...series.candidate].every(({ seconds }) => seconds >= leastSeconds);
    const noise = isLong ? learnPairNoise(series) : null;
    if (noise) found.push(noise);
  }
  return found;
}
