/**
 * The difference of two arms that ran at once, from pairs of blocks of the same seconds. Throughput and the median: log ratio of each
 * pair, and the middle of them with its signed-rank interval (`signed-rank.ts`). Percentiles of tails, which one block has too few
 * values for: from the histograms of all pairs merged (`tail-ratio.ts`). Shares: differences of sums, studentised by their pairs.
 */
import { isAbsolute, type MainMetric, mainMetrics, rowOfMetric } from '@plimsoll/contracts/compared-metric';
import { type BlockPairs, blockPercentiles, cutBlockPairs, type PairedArms, pairedArms } from './block-pairs.ts';
import { bootstrapArm, type Figures, hasGood, measuredFigures } from './bootstrap-arm.ts';
import { unitInfluence } from './influence.ts';
import { type ArmSeries, measureEffect } from './resampling.ts';
import type { RunSeries } from './run-series.ts';
import { type Interval, signedRank } from './signed-rank.ts';
import { blockVarianceRatio, studentQuantile } from './small-sample.ts';
import { tailRatio } from './tail-ratio.ts';

/** Seconds a block: long enough for a hundred values at 50/s, and short enough that a minute has thirty. */
const usualBlockSeconds = 2;
/** Longer blocks would leave too few of them. */
const leastLengthened = 15;
/** The means of all pairs of more of them would fill the memory. */
const mostBlocks = 1000;

export interface PairedEffect {
  readonly metric: MainMetric;
  readonly blockSeconds: number;
  /** Log ratio, or the difference of shares. */
  readonly effect: number;
  /** Holds the true effect but with chance `alpha`; null where so few pairs cannot promise that. */
  reach(alpha: number): Interval | null;
  /** The same of each pair in its order, NaN where it tells none; empty for shares. */
  readonly ofBlocks: Float64Array;
  /** How many of the blocks are of each pair of runs. */
  readonly blocksOfRuns: readonly number[];
  /** The same of each pair of runs. */
  readonly ofRuns: readonly number[];
}

/** Pairs of blocks of two arms, cut as long as it takes until neighbours no longer resemble each other. */
export function independentPairs(base: readonly RunSeries[], candidate: readonly RunSeries[]): BlockPairs {
  const longest = base.reduce((sum, { seconds }) => sum + seconds, 0);
  let pairs = cutBlockPairs(base, candidate, Math.max(usualBlockSeconds, Math.ceil(longest / mostBlocks)));
  while (pairs.base.units >= 2 * leastLengthened && isCorrelated(percentileRatios(pairedArms(pairs), 50)))
    pairs = cutBlockPairs(base, candidate, 2 * pairs.base.unitSeconds);
  return pairs;
}

/** The log ratio of both medians in each pair of blocks, in its order; NaN where a pair tells none. */
export function medianPairs(base: readonly RunSeries[], candidate: readonly RunSeries[]): Pick<PairedEffect, 'ofBlocks' | 'blockSeconds'> {
  const pairs = independentPairs(base, candidate);
  return { ofBlocks: percentileRatios(pairedArms(pairs), 50), blockSeconds: pairs.base.unitSeconds };
}

/** Does a value resemble the one before it? One-sided at 2.5 %. */
function isCorrelated(all: Float64Array): boolean {
  const values = all.filter(Number.isFinite);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [own, next] = [0, 0];
  for (const [at, value] of values.entries()) {
    own += (value - mean) ** 2;
    if (at > 0) next += (value - mean) * ((values[at - 1] as number) - mean);
  }
  return own > 0 && next / own > 2 / Math.sqrt(values.length);
}

/** How much further an interval must reach for what neighbours that still resemble each other take away. */
function correlationGrowth(values: Float64Array): number {
  return isCorrelated(values) ? Math.sqrt(blockVarianceRatio(values, 1)) : 1;
}

export function pairedEffects(base: ArmSeries, candidate: ArmSeries): PairedEffect[] {
  const pairs = independentPairs(base.series, candidate.series);
  const arms = pairedArms(pairs);
  const ofCandidate = measuredFigures(arms.candidate);
  const goodput = Math.max(ofCandidate.goodput, arms.candidate.unseenGoodput);
  const figures = [measuredFigures(arms.base), { ...ofCandidate, goodput }] as const;
  const alone = ({ series, figures: all }: ArmSeries, at: number) =>
    series.length > 1 ? measuredFigures(bootstrapArm(series.slice(at, at + 1), 1)) : all;
  const rounds = pairs.ofRuns.map((blocks, at): RunPair => ({ figures: [alone(base, at), alone(candidate, at)], blocks }));
  return mainMetrics.map((metric): PairedEffect => {
    const ofBlocks = blockEffects(metric, pairs, arms);
    const ofRuns = runEffects(metric, rounds, ofBlocks);
    const blocks = { blockSeconds: pairs.base.unitSeconds, blocksOfRuns: pairs.ofRuns };
    return { metric, ...blocks, ofBlocks, ofRuns, ...effectOf(metric, pairs, arms, figures, ofBlocks) };
  });
}

/** Two runs that were made at once. */
interface RunPair {
  readonly figures: readonly [Figures, Figures];
  readonly blocks: number;
}

type Effect = Pick<PairedEffect, 'effect' | 'reach'>;

/** Metrics that the middle of the pairs tells. */
const blockMetrics = mainMetrics.filter((metric) => rowOfMetric(metric).unit === 'perSecond' || rowOfMetric(metric).percentile === 50);

function effectOf(
  metric: MainMetric,
  pairs: BlockPairs,
  arms: PairedArms,
  figures: readonly [Figures, Figures],
  ofBlocks: Float64Array,
): Effect {
  const { percentile } = rowOfMetric(metric);
  if (blockMetrics.includes(metric)) {
    const middle = fromBlocks(ofBlocks);
    return percentile === null && middle !== null ? unlessUnlike(middle, fromSums(metric, pairs, figures)) : (middle ?? nothing);
  }
  if (percentile === null) return fromSums(metric, pairs, figures);
  return tailRatio(arms, percentile, measureEffect(metric, figures[0][metric], figures[1][metric]), correlationGrowth);
}

const nothing: Effect = { effect: Number.NaN, reach: () => null };

function fromBlocks(ofBlocks: Float64Array): Effect | null {
  const values = ofBlocks.filter(Number.isFinite);
  if (values.length === 0) return null;
  const { middle, reach } = signedRank(values);
  const growth = correlationGrowth(values);
  return {
    effect: middle,
    reach(alpha) {
      const plain = reach(alpha);
      return plain && { low: middle - growth * (middle - plain.low), high: middle + growth * (plain.high - middle) };
    },
  };
}

/** Chance of the interval that tells whether the middle of the pairs speaks for the whole. */
const leastLikely = 0.001;

/**
 * Where the sums of both arms differ by more than the middle of the pairs allows, pairs are too unlike for it to speak for the whole
 * (a target that stands still in every tenth of them), and the sums have the word.
 */
function unlessUnlike(middle: Effect, sums: Effect): Effect {
  const usual = middle.reach(leastLikely);
  return usual === null || (usual.low <= sums.effect && sums.effect <= usual.high) ? middle : sums;
}

/** The linear part of what each pair adds to the effect, as a sum of them is spread. */
function fromSums(metric: MainMetric, { base, candidate }: BlockPairs, figures: readonly [Figures, Figures]): Effect {
  const effect = measureEffect(metric, figures[0][metric], figures[1][metric]);
  const [b, c] = [pullOf(base, figures[0], metric), pullOf(candidate, figures[1], metric)];
  const pulls = c.map((pull, block) => pull - (b[block] as number));
  const n = pulls.length;
  const deviation = correlationGrowth(pulls) * Math.sqrt((pulls.reduce((sum, pull) => sum + pull * pull, 0) * n) / (n - 1));
  return {
    effect,
    reach(alpha) {
      if (n < 2 || !Number.isFinite(effect) || !Number.isFinite(deviation)) return null;
      const half = studentQuantile(alpha, n - 1) * deviation;
      return { low: effect - half, high: effect + half };
    },
  };
}

/** On the logarithm of a rate, or on a share. */
function pullOf(blocks: RunSeries, figures: Figures, metric: MainMetric): Float64Array {
  const per = metric === 'errorRate' ? blocks.finished : metric === 'droppedShare' ? blocks.planned : blocks.lengthSeconds;
  const sum = per.reduce((total, value) => total + value, 0) * (isAbsolute(metric) ? 1 : figures[metric]);
  // What may have been there unseen pulls nowhere.
  if (metric === 'goodput' && !hasGood(blocks)) return new Float64Array(blocks.units);
  return unitInfluence(blocks, figures, metric).map((pull) => pull / sum);
}

/** Nothing at all on one side of a pair; what counts is that it is further out than any other. */
const farthest = 50;

/** NaN for a pair in which neither side has anything. */
function blockEffects(metric: MainMetric, { base, candidate }: BlockPairs, arms: PairedArms): Float64Array {
  const { percentile } = rowOfMetric(metric);
  if (percentile !== null) return percentileRatios(arms, percentile);
  if (isAbsolute(metric)) return new Float64Array();
  const rate = ({ finished, failed, lengthSeconds }: RunSeries) =>
    finished.map((n, block) => (n - (metric === 'goodput' ? (failed[block] as number) : 0)) / (lengthSeconds[block] as number));
  return logRatios(rate(base), rate(candidate));
}

function percentileRatios({ base, candidate }: PairedArms, percentile: number): Float64Array {
  return logRatios(blockPercentiles(base, percentile), blockPercentiles(candidate, percentile));
}

function logRatios(base: Float64Array, candidate: Float64Array): Float64Array {
  return base.map((value, block) => Math.max(-farthest, Math.min(farthest, Math.log((candidate[block] as number) / value))));
}

/** The effect of each pair of runs by itself. */
function runEffects(metric: MainMetric, rounds: readonly RunPair[], ofBlocks: Float64Array): number[] {
  let from = 0;
  return rounds.map(({ figures: [b, c], blocks }) => {
    const own = fromBlocks(ofBlocks.subarray(from, from + blocks));
    from += blocks;
    return blockMetrics.includes(metric) && own !== null ? own.effect : measureEffect(metric, b[metric], c[metric]);
  });
}
