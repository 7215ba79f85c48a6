/**
 * How much wider than its replicates an interval must be. A bootstrap of m pieces divides by m where it should by m − 1, its blocks
 * cut correlations off, and few pieces want Student's t in place of the normal (degrees of freedom after Welch).
 */
import { isAbsolute, type MainMetric } from '@plimsoll/contracts/compared-metric';
import { type Figures, replicateFigures } from './bootstrap-arm.ts';
import { pairedVarianceRatios, varianceRatios } from './influence.ts';
import { type ArmSeries, drawBothArms, measureEffect, type Resampling } from './resampling.ts';
import { blockDegreesOfFreedom, studentFactor } from './small-sample.ts';

export type FigurePair = readonly [Figures, Figures];
/** Factor on the replicates' distance from the measured effect. */
export type Growth = (metric: MainMetric, replicates: readonly FigurePair[]) => number;

interface ArmVariance {
  /** Spread of the replicates. */
  readonly variance: number;
  /** The spread that it should have over the one it has. */
  readonly growth: number;
  readonly df: number;
}

function computeVariance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

function figureVariance(metric: MainMetric, pairs: readonly FigurePair[], side: 0 | 1): number {
  const scale = isAbsolute(metric) ? (value: number) => value : Math.log;
  return computeVariance(pairs.map((pair) => scale(pair[side][metric])).filter(Number.isFinite));
}

function effectVariance(metric: MainMetric, pairs: readonly FigurePair[]): number {
  return computeVariance(pairs.map(([b, c]) => measureEffect(metric, b[metric], c[metric])).filter(Number.isFinite));
}

/** Two independent arms: variances add up. */
function combineArms(b: ArmVariance, c: ArmVariance): number {
  const sum = b.variance + c.variance;
  if (!(sum > 0)) return 1;
  const df = sum ** 2 / (b.variance ** 2 / b.df + c.variance ** 2 / c.df);
  return Math.sqrt((b.growth * b.variance + c.growth * c.variance) / sum) * studentFactor(df);
}

/** Blocks of an arm, their degrees of freedom, and units drawn over units there are: whole blocks seldom fill a run exactly. */
function countBlocks({ arm }: ArmSeries) {
  const units = arm.runs.reduce((sum, run) => sum + run.units, 0);
  const blocks = arm.runs.reduce((sum, run) => sum + run.units / run.block, 0);
  const drawn = arm.runs.reduce((sum, run) => sum + Math.max(1, Math.round(run.units / run.block)) * run.block, 0);
  const df = arm.runs.reduce((sum, run) => sum + blockDegreesOfFreedom(run.units, run.block), 0);
  return { blocks, share: drawn / units, df };
}

function growthOverAligned(base: ArmSeries, candidate: ArmSeries): Growth {
  const { blocks, share } = countBlocks(base);
  const missed = base.series.map((run, index) =>
    pairedVarianceRatios(run, candidate.series[index] ?? run, [base.figures, candidate.figures]),
  );
  const growth = (blocks / Math.max(1, blocks - 1)) * share;
  return (metric) => Math.sqrt(growth * Math.max(...missed.map((ratios) => ratios[metric]))) * studentFactor(Math.max(1, blocks - 1));
}

export function growthOverBlocks(base: ArmSeries, candidate: ArmSeries, resampling: Resampling): Growth {
  if (resampling === 'aligned') return growthOverAligned(base, candidate);
  const arms = [base, candidate].map((arm) => ({ ...countBlocks(arm), missed: varianceRatios(arm.series, arm.figures) }));
  return (metric, replicates) => {
    const [b, c] = arms.map(({ blocks, share, df, missed }, side) => ({
      variance: figureVariance(metric, replicates, side as 0 | 1),
      growth: (blocks / Math.max(1, blocks - 1)) * share * missed[metric],
      df,
    })) as [ArmVariance, ArmVariance];
    return combineArms(b, c);
  };
}

/** Replicates that draw runs and then blocks have the blocks' part in the spread of the runs already: it would count twice. */
function growthBeyondBlocks(variance: number, within: number, runs: number): number {
  if (!(variance > 0)) return 1;
  return Math.max(within, ((variance - within) * runs) / Math.max(1, runs - 1)) / variance;
}

export function growthOverRuns(base: ArmSeries, candidate: ArmSeries, resampling: Resampling, count: number, random: () => number): Growth {
  const within: FigurePair[] = [];
  for (let i = 0; i < count / 4; i++) {
    const [b, c] = drawBothArms(base.arm, candidate.arm, 'blocks', random);
    within.push([replicateFigures(base.arm, b), replicateFigures(candidate.arm, c)]);
  }
  const runs = [base.arm.runs.length, candidate.arm.runs.length] as const;
  return (metric, replicates) => {
    if (resampling === 'paired') {
      const growth = growthBeyondBlocks(effectVariance(metric, replicates), effectVariance(metric, within), runs[0]);
      return Math.sqrt(growth) * studentFactor(runs[0] - 1);
    }
    const [b, c] = ([0, 1] as const).map((side) => {
      const variance = figureVariance(metric, replicates, side);
      const growth = growthBeyondBlocks(variance, figureVariance(metric, within, side), runs[side]);
      return { variance, growth, df: Math.max(1, runs[side] - 1) };
    }) as [ArmVariance, ArmVariance];
    return combineArms(b, c);
  };
}
