/** The split with the largest statistic of E-divisive, over values that come one by one: each takes time and room in proportion to those before it. */

export interface Split {
  /** First value after the change. */
  readonly index: number;
  readonly statistic: number;
}

export interface Splits {
  /** Values so far. */
  count(): number;
  append(value: number): void;
  /** Over all splits τ and right ends κ so far; null of too few values. */
  best(): Split | null;
  /** Forgets all values, and keeps its room. */
  clear(): void;
}

/** Fewer values than this on a side are an outlier, not a level. */
const leastSegment = 2;

/**
 * Matteson and James, JASA 2014, with α = 1. The sums of |x_i − x_j| on both sides of each split and across it are kept, each pair once, for the
 * right end that came last: a further value adds its own distances to them, and the statistics of the right ends before do not change.
 */
export function openSplits(room = 16): Splits {
  let values = new Float64Array(room);
  /** By split: the distances within the left side, divided by τ − 1; those across; those within the right side. */
  let [left, across, right] = [new Float64Array(room), new Float64Array(room), new Float64Array(room)];
  let [count, within] = [0, 0];
  let best: Split | null = null;
  const grow = () => {
    const larger = (of: Float64Array) => {
      const grown = new Float64Array(2 * of.length);
      grown.set(of);
      return grown;
    };
    [values, left, across, right] = [larger(values), larger(left), larger(across), larger(right)];
  };
  return {
    count: () => count,
    append(value) {
      if (count + 2 > values.length) grow();
      let all = 0;
      for (let i = 0; i < count; i++) all += Math.abs((values[i] as number) - value);
      let [before, most, index] = [0, Number.NEGATIVE_INFINITY, 0];
      for (let split = 1; split <= count; split++) {
        before += Math.abs((values[split - 1] as number) - value);
        const acrossIt = (across[split] as number) + before;
        const rightOfIt = (right[split] as number) + (all - before);
        across[split] = acrossIt;
        right[split] = rightOfIt;
        const others = count + 1 - split;
        if (split < leastSegment || others < leastSegment) continue;
        const excess = acrossIt - (left[split] as number) * others - (rightOfIt * split) / (others - 1);
        if (excess > most) [most, index] = [excess, split];
      }
      values[count++] = value;
      within += all;
      left[count] = within / Math.max(1, count - 1);
      [across[count], right[count]] = [0, 0];
      const statistic = (2 * most) / count;
      if (statistic > (best?.statistic ?? Number.NEGATIVE_INFINITY) + 1e-12) best = { index, statistic };
    },
    best: () => best,
    clear() {
      [count, within, best] = [0, 0, null];
    },
  };
}

/** Has some split of them at least this statistic? `splits` lends its room. */
export function splitsAsWell(values: readonly number[], statistic: number, splits: Splits): boolean {
  splits.clear();
  return values.some((value) => {
    splits.append(value);
    return (splits.best()?.statistic ?? 0) >= statistic;
  });
}
