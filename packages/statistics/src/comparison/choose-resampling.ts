/** Chooses how two arms are drawn again. It follows from how many runs there are, in which turns they were made, and their load. */

import type { Resampling } from '../bootstrap/resampling.ts';
import type { ReadRun } from './measured/read-run.ts';
import type { PreparedArm } from './prepared-arm.ts';

/** From so many runs an arm on, runs are resampled too: the verdict then speaks beyond these runs. */
export const leastRuns = 3;

/** Runs taken in turns (ABBA, ABAB …) shared their conditions pair by pair; loads that change over time are compared second by second. */
export function chooseResampling(base: PreparedArm, candidate: PreparedArm): Resampling {
  const [b, c] = [base.series.series, candidate.series.series];
  if (base.runs.length >= leastRuns && candidate.runs.length >= leastRuns)
    return isInterleaved(base.runs, candidate.runs) ? 'paired' : 'runs';
  const staged = [...base.runs, ...candidate.runs].every(({ run }) => run.plan.load.stages !== undefined);
  const near = (x: number, y: number) => x > 0 && y > 0 && Math.abs(x - y) <= Math.max(1, 0.02 * x);
  const alike = b.length === c.length && b.every(({ units }, index) => near(units, c[index]?.units ?? 0));
  return staged && alike ? 'aligned' : 'blocks';
}

type Started = Pick<ReadRun, 'run'>;

/** In order of start, does each next pair hold one run of each arm, and do the arms list them in that order? */
export function isInterleaved(base: readonly Started[], candidate: readonly Started[]): boolean {
  if (base.length !== candidate.length) return false;
  const startOf = ({ run }: Started) => (run.startedAt === null ? Number.NaN : Date.parse(run.startedAt));
  const rising = (runs: readonly Started[]) => runs.every((run, i) => i === 0 || startOf(run) > startOf(runs[i - 1] as Started));
  if (!rising(base) || !rising(candidate)) return false;
  for (let pair = 0; pair + 1 < base.length; pair++) {
    const last = Math.max(startOf(base[pair] as Started), startOf(candidate[pair] as Started));
    const next = Math.min(startOf(base[pair + 1] as Started), startOf(candidate[pair + 1] as Started));
    if (!(last < next)) return false;
  }
  return true;
}
