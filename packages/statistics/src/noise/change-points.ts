/**
 * Where the level of a plan's history changed: E-divisive (Matteson and James, JASA 2014) with α = 1, which assumes no distribution.
 * A split's statistic compares distances between the runs on both sides with those within; a permutation test says whether chance
 * would split as well. Randomness is seeded: the same history always shows the same change points.
 */
import { createRandom } from '../bootstrap/random.ts';

export interface Split {
  /** First value after the change. */
  readonly index: number;
  readonly statistic: number;
}

export interface ChangePoint {
  /** First value at the new level. */
  readonly index: number;
  /** Median before, since the previous change point, and after, until the next. */
  readonly before: number;
  readonly after: number;
  /** Share of permutations that split at least as well, of one more than were tried. */
  readonly p: number;
}

export interface ChangePointOptions {
  /** At most this chance of seeing a change where there is none, per split. */
  readonly alpha?: number;
  readonly permutations?: number;
  readonly seed?: number;
}

/** Fewer values than this on a side are an outlier, not a level. */
const leastSegment = 2;

/** Sums of |x_i − x_j| over rectangles, by a summed-area table. */
function pairDistances(values: readonly number[]) {
  const n = values.length;
  const width = n + 1;
  const table = new Float64Array(width * width);
  for (let i = 0; i < n; i++) {
    let row = 0;
    for (let j = 0; j < n; j++) {
      row += Math.abs((values[i] as number) - (values[j] as number));
      table[(i + 1) * width + j + 1] = (table[i * width + j + 1] as number) + row;
    }
  }
  const at = (i: number, j: number) => table[i * width + j] as number;
  return (fromI: number, toI: number, fromJ: number, toJ: number) => at(toI, toJ) - at(fromI, toJ) - at(toI, fromJ) + at(fromI, fromJ);
}

/** The split with the largest statistic over all splits τ and right ends κ; null if there are too few values. */
export function bestSplit(values: readonly number[]): Split | null {
  const n = values.length;
  if (n < 2 * leastSegment) return null;
  const sum = pairDistances(values);
  let best: Split | null = null;
  for (let split = leastSegment; split <= n - leastSegment; split++) {
    const withinLeft = sum(0, split, 0, split) / (split * (split - 1));
    for (let end = split + leastSegment; end <= n; end++) {
      const right = end - split;
      const between = (2 * sum(0, split, split, end)) / (split * right);
      const withinRight = sum(split, end, split, end) / (right * (right - 1));
      const statistic = ((split * right) / (split + right)) * (between - withinLeft - withinRight);
      if (statistic > (best?.statistic ?? Number.NEGATIVE_INFINITY) + 1e-12) best = { index: split, statistic };
    }
  }
  return best;
}

function shuffled(values: readonly number[], random: () => number): number[] {
  const copy = [...values];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [copy[i], copy[j]] = [copy[j] as number, copy[i] as number];
  }
  return copy;
}

/** Change points by rising index: splits again and again until chance explains the best split left. */
export function changePoints(values: readonly number[], options: ChangePointOptions = {}): ChangePoint[] {
  const { alpha = 0.05, permutations = 199, seed = 0x504c494d } = options;
  const random = createRandom(seed);
  const found: { index: number; p: number }[] = [];
  const search = (from: number, to: number) => {
    const segment = values.slice(from, to);
    const split = bestSplit(segment);
    if (!split || split.statistic <= 0) return;
    const allowed = Math.floor(alpha * (permutations + 1)) - 1;
    let asGood = 0;
    // Gives up as soon as chance has done as well too often.
    for (let i = 0; i < permutations && asGood <= allowed; i++)
      if ((bestSplit(shuffled(segment, random))?.statistic ?? 0) >= split.statistic) asGood++;
    if (asGood > allowed) return;
    found.push({ index: from + split.index, p: (asGood + 1) / (permutations + 1) });
    search(from, from + split.index);
    search(from + split.index, to);
  };
  search(0, values.length);
  const rising = found.sort((a, b) => a.index - b.index);
  return rising.map(({ index, p }, i) => ({
    index,
    before: median(values.slice(rising[i - 1]?.index ?? 0, index)),
    after: median(values.slice(index, rising[i + 1]?.index ?? values.length)),
    p,
  }));
}

export function median(values: readonly number[]): number {
  const rising = [...values].sort((a, b) => a - b);
  const middle = rising.length / 2;
  return rising.length % 2 === 1
    ? (rising[Math.floor(middle)] as number)
    : ((rising[middle - 1] as number) + (rising[middle] as number)) / 2;
}
