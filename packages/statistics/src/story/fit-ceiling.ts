/**
 * How many good answers a target gives at its limit, and how sure that is. Good answers against planned ones are a broken stick: with
 * slope one while the target follows, and a line of its own beyond (D. J. Hudson, "Fitting segmented curves whose join points have to be
 * estimated", JASA 61, 1966). The seconds beyond are known, so the join is where their line meets the slope of one. The line is flat
 * unless its slope is proved. It is fitted after P. J. Huber (1964), so that a second in which the target paused does not bend it; its
 * interval is a bootstrap of circular blocks of seconds, widened as those of comparisons are.
 */
import { findQuantile } from '../bootstrap/quantile.ts';
import { createRandom } from '../bootstrap/random.ts';
import { blockDegreesOfFreedom, blockVarianceRatio, studentFactor } from '../bootstrap/small-sample.ts';
import { highestOf, lowestOf, medianOf } from '../second/spans.ts';
import type { RatedSecond } from './rated-second.ts';

export interface CeilingFit {
  /** The highest point of the fitted line: at the join where it falls, at the highest load where it still rises a little. */
  readonly perSecond: number;
  /** Its 95 % interval. */
  readonly low: number;
  readonly high: number;
  /** Good answers more per request planned more; 0 where that is not proved, or the load was the same all the time. */
  readonly slope: number;
}

type FittedSecond = Pick<RatedSecond, 'plannedRate' | 'goodRate'>;

/** A load that varies by less tells nothing of a slope. */
const leastSpread = 1.1;
/** A slope is proved by its 99 % interval: one that is only chance would move the ceiling. */
const slopeTail = 0.005;
const replicates = 400;
const seed = 0x504c494d;
/** Huber's constant: 95 % as efficient as least squares where errors are normal. */
const huber = 1.345;
const huberRounds = 5;
/** A median absolute deviation times this is a standard deviation, where errors are normal. */
const perDeviation = 1.4826;
/** Answers of a second vary by the root of their number at the least, so that calm seconds do not cast out all others. */
const leastDeviation = (rate: number) => Math.sqrt(rate + 1) / 2;

/** Weighted sums over seconds: all that a line needs. */
interface Sums {
  w: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
}

/** Seconds beyond the ceiling, by rising second; at least two. */
export function fitCeiling(seconds: readonly FittedSecond[]): CeilingFit {
  const low = lowestOf(seconds, ({ plannedRate }) => plannedRate);
  const peak = highestOf(seconds, ({ plannedRate }) => plannedRate);
  const sloped = peak >= leastSpread * low;
  const weights = huberWeights(seconds, sloped);
  const whole = fitLine(sumOf(seconds, weights), sloped);
  if (!sloped) return { ...withInterval(seconds, weights, whole, (line) => line.at(peak), false), slope: 0 };
  const slopes = withInterval(seconds, weights, whole, ({ slope }) => slope, true, slopeTail);
  if (slopes.low <= 0 && slopes.high >= 0) {
    const flat = huberWeights(seconds, false);
    return { ...withInterval(seconds, flat, fitLine(sumOf(seconds, flat), false), (line) => line.at(peak), false), slope: 0 };
  }
  const highest = (line: Line) => line.at(line.slope > 0 ? peak : Math.min(peak, Math.max(low, line.join())));
  return { ...withInterval(seconds, weights, whole, highest, true), slope: whole.slope };
}

interface Line {
  readonly slope: number;
  at(plannedRate: number): number;
  /** The planned rate at which it meets the slope of one. */
  join(): number;
}

function fitLine({ w, x, y, xx, xy }: Sums, sloped: boolean): Line {
  const spread = w * xx - x * x;
  const slope = sloped && spread > 1e-9 * w * xx ? (w * xy - x * y) / spread : 0;
  const base = (y - slope * x) / w;
  return { slope, at: (rate) => base + slope * rate, join: () => (slope < 1 ? base / (1 - slope) : Number.POSITIVE_INFINITY) };
}

function sumOf(seconds: readonly FittedSecond[], weights: Float64Array): Sums {
  const sums: Sums = { w: 0, x: 0, y: 0, xx: 0, xy: 0 };
  for (const [at, { plannedRate: x, goodRate: y }] of seconds.entries()) {
    const w = weights[at] as number;
    sums.w += w;
    sums.x += w * x;
    sums.y += w * y;
    sums.xx += w * x * x;
    sums.xy += w * x * y;
  }
  return sums;
}

/** Seconds far from the line weigh less (iteratively reweighted least squares). */
function huberWeights(seconds: readonly FittedSecond[], sloped: boolean): Float64Array {
  const weights = new Float64Array(seconds.length).fill(1);
  for (let round = 0; round < huberRounds; round++) {
    const line = fitLine(sumOf(seconds, weights), sloped);
    const far = seconds.map(({ plannedRate, goodRate }) => Math.abs(goodRate - line.at(plannedRate)));
    const level = medianOf(seconds.map(({ goodRate }) => goodRate)) ?? 0;
    const near = huber * Math.max(leastDeviation(level), perDeviation * (medianOf(far) ?? 0));
    for (const [at, distance] of far.entries()) weights[at] = Math.min(1, near / distance);
  }
  return weights;
}

function withInterval(
  seconds: readonly FittedSecond[],
  weights: Float64Array,
  whole: Line,
  figure: (line: Line) => number,
  sloped: boolean,
  tail = 0.025,
): Omit<CeilingFit, 'slope'> {
  const n = seconds.length;
  const block = Math.max(2, Math.ceil(n ** (1 / 3)));
  const around = [...seconds, ...seconds];
  const weighed = Float64Array.from([...weights, ...weights]);
  const blocks = Array.from({ length: n }, (_, at) => sumOf(around.slice(at, at + block), weighed.subarray(at, at + block)));
  const drawn = Math.max(1, Math.round(n / block));
  const random = createRandom(seed);
  const value = figure(whole);
  const residuals = Float64Array.from(seconds, ({ plannedRate, goodRate }) => goodRate - whole.at(plannedRate));
  const growth =
    Math.sqrt((drawn / Math.max(1, drawn - 1)) * blockVarianceRatio(residuals, block)) * studentFactor(blockDegreesOfFreedom(n, block));
  const values = Float64Array.from({ length: replicates }, () => {
    const sums: Sums = { w: 0, x: 0, y: 0, xx: 0, xy: 0 };
    for (let i = 0; i < drawn; i++) {
      const { w, x, y, xx, xy } = blocks[Math.floor(random() * n)] as Sums;
      sums.w += w;
      sums.x += x;
      sums.y += y;
      sums.xx += xx;
      sums.xy += xy;
    }
    return value + growth * (figure(fitLine(sums, sloped)) - value);
  }).sort();
  return { perSecond: value, low: Math.min(value, findQuantile(values, tail)), high: Math.max(value, findQuantile(values, 1 - tail)) };
}
