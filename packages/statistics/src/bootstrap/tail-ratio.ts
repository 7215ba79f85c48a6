/**
 * The ratio of a percentile of two arms that ran at once. A ratio is possible unless it is refuted: the limit is chosen that the right
 * share of all values lies under, the base's and the candidate's divided by the ratio; if the ratio is true, as large a share of the
 * one lies under it as of the other, but for what pairs of blocks differ by. The interval holds all ratios whose difference of shares
 * is within Student's t of the spread of its pairs (the inversion of a test, as Woodruff 1952 made it for one percentile). No density is
 * guessed, so it holds on the edge between usual times and those of pauses, where resampled percentiles jump.
 */
import { findBucket } from '../histogram/bucket-layout.ts';
import type { PairedArms } from './block-pairs.ts';
import type { BootstrapArm } from './bootstrap-arm.ts';
import type { Interval } from './signed-rank.ts';
import { studentQuantile } from './small-sample.ts';

/** `growth`: how much further pairs that resemble their neighbours must let it reach. */
export function tailRatio(arms: PairedArms, percentile: number, effect: number, growth: (differences: Float64Array) => number) {
  const [base, candidate] = [openShares(arms.base), openShares(arms.candidate)];
  const blocks = base.blocks;
  const compare = (logRatio: number) => differences(base, candidate, percentile / 100, logRatio);
  const grown = Number.isFinite(effect) && blocks > 1 ? growth(compare(effect)) : 1;
  const score = (logRatio: number) => {
    const all = compare(logRatio);
    const sum = all.reduce((total, one) => total + one, 0);
    const spread = all.reduce((total, one) => total + (one - sum / blocks) ** 2, 0);
    return sum === 0 ? 0 : sum / Math.sqrt((spread * blocks) / (blocks - 1));
  };
  return {
    effect,
    reach(alpha: number): Interval | null {
      if (!Number.isFinite(effect) || blocks < 2) return null;
      const most = grown * studentQuantile(alpha, blocks - 1);
      const low = farthest(effect, -1, (ratio) => score(ratio) <= most);
      const high = farthest(effect, 1, (ratio) => score(ratio) >= -most);
      return low === null || high === null ? null : { low, high };
    },
  };
}

/** e^8: nobody tells a ratio of thousands. */
const mostStep = 8;
/** Of the way to the first ratio that is refuted. */
const precision = 1 / 256;

/** How far from the effect ratios are possible; null: without end. */
function farthest(effect: number, way: 1 | -1, isPossible: (logRatio: number) => boolean): number | null {
  let [near, step] = [effect, 0.005];
  for (; isPossible(effect + way * step); step *= 2) {
    near = effect + way * step;
    if (step > mostStep) return null;
  }
  let far = effect + way * step;
  const enough = Math.abs(far - effect) * precision;
  while (Math.abs(far - near) > enough) {
    const middle = (near + far) / 2;
    if (isPossible(middle)) near = middle;
    else far = middle;
  }
  return far;
}

type Shares = ReturnType<typeof openShares>;

function openShares({ runs: [run], buckets, measuredUpTo }: BootstrapArm) {
  const all = measuredUpTo.at(-1) ?? 0;
  const columnOf = (position: number): [Float64Array, number] =>
    run ? [run.values.stretchOf(position), run.values.offsetOf(position)] : [new Float64Array(), 0];
  return {
    blocks: run?.units ?? 0,
    all,
    /** How many occupied buckets end at or below this time. */
    positionOf(timeUs: number): number {
      const bucket = findBucket(timeUs);
      let [low, high] = [0, buckets.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((buckets[middle] as number) <= bucket) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    upTo: (position: number) => (position === 0 ? 0 : (measuredUpTo[position - 1] as number)),
    /** What each block adds to the share of values in the first `position` buckets. */
    ofBlocks(position: number): Float64Array {
      const [values, offset] = columnOf(position);
      const [counts, last] = columnOf(buckets.length);
      const share = this.upTo(position) / all;
      return Float64Array.from({ length: this.blocks }, (_, block) => {
        const [under, every] = [values[offset + block] as number, counts[last + block] as number];
        return (under - share * every) / all;
      });
    },
  };
}

/** The longest time there is, as a logarithm: 2^53 µs. */
const longest = 53 * Math.LN2;

/** By block, how much larger a share of the base lies under the limit than of the candidate; their sum is the difference of the shares. */
function differences(base: Shares, candidate: Shares, share: number, logRatio: number): Float64Array {
  const rank = share * (base.all + candidate.all);
  let [low, high] = [0, longest];
  let places = [0, 0] as [number, number];
  // As fine as a bucket is.
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    const at: [number, number] = [base.positionOf(Math.exp(middle)), candidate.positionOf(Math.exp(middle + logRatio))];
    if (base.upTo(at[0]) + candidate.upTo(at[1]) >= rank) {
      high = middle;
      places = at;
    } else low = middle;
  }
  const [b, c] = [base.ofBlocks(places[0]), candidate.ofBlocks(places[1])];
  const difference = base.upTo(places[0]) / base.all - candidate.upTo(places[1]) / candidate.all;
  return b.map((one, block) => one - (c[block] as number) + difference / b.length);
}
