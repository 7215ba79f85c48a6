/** How two arms are drawn again, and what is compared of them. */
import { isAbsolute, type MainMetric } from '@plimsoll/contracts/compared-metric';
import { type BootstrapArm, bootstrapArm, type DrawnRun, drawBlocks, type Figures, measuredFigures } from './bootstrap-arm.ts';
import type { RunSeries } from './run-series.ts';

/**
 * `blocks`: blocks within each run; `aligned`: the same blocks of both arms, for loads that change over time; `runs`: runs, then
 * blocks; `paired`: pairs of runs, then blocks. `together`: nothing is drawn; pairs of blocks of runs made at once speak (`together.ts`).
 */
export type Resampling = 'blocks' | 'aligned' | 'runs' | 'paired' | 'together';

export interface ArmSeries {
  readonly series: readonly RunSeries[];
  readonly arm: BootstrapArm;
  readonly figures: Figures;
}

export function armSeries(series: readonly RunSeries[]): ArmSeries {
  const arm = bootstrapArm(series);
  return { series, arm, figures: measuredFigures(arm) };
}

/** Log ratio; for the error rate, whose base is often 0, the plain difference. */
export function measureEffect(metric: MainMetric, base: number, candidate: number): number {
  return isAbsolute(metric) ? candidate - base : Math.log(candidate / base);
}

/** One replicate's draw of both arms. */
export function drawBothArms(
  base: BootstrapArm,
  candidate: BootstrapArm,
  resampling: Resampling,
  random: () => number,
): [DrawnRun[], DrawnRun[]] {
  const blocksOf = (arm: BootstrapArm, runs: readonly number[]) => runs.map((run) => drawBlocks(arm, run, random));
  const all = (arm: BootstrapArm) => arm.runs.map((_, run) => run);
  const some = (arm: BootstrapArm) => arm.runs.map(() => Math.floor(random() * arm.runs.length));
  if (resampling === 'runs') return [blocksOf(base, some(base)), blocksOf(candidate, some(candidate))];
  if (resampling === 'paired') {
    const pairs = some(base);
    return [blocksOf(base, pairs), blocksOf(candidate, pairs)];
  }
  if (resampling !== 'aligned') return [blocksOf(base, all(base)), blocksOf(candidate, all(candidate))];
  // The same seconds of both, and no block wraps round: one run may be a second longer, and an end is not like a beginning.
  const drawn = base.runs.map((run, index) => {
    const partner = candidate.runs[index] ?? run;
    return drawBlocks(base, index, random, Math.min(run.units, partner.units) - Math.max(run.block, partner.block) + 1);
  });
  return [drawn, drawn];
}
