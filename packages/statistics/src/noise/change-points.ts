/**
 * Where the level of a plan's history changed: E-divisive (Matteson and James, JASA 2014) with α = 1, which assumes no distribution.
 * A split's statistic compares distances between the runs on both sides with those within; a permutation test says whether chance
 * would split as well. Randomness is seeded: the same history always shows the same change points.
 */
import { createRandom } from '../bootstrap/random.ts';
import { shuffle } from '../bootstrap/shuffle.ts';
import { openSplits, type Splits, splitsAsWell } from './splits.ts';

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

export interface ChangeSearch {
  /** Change points by rising index. */
  look(values: readonly number[]): ChangePoint[];
}

/** The change in a segment of values, from the history's first one on; null where chance explains it. */
type Judged = { readonly index: number; readonly p: number } | null;

/**
 * Looks at a history again and again, each time with the same answer as {@link changePoints}, and keeps what it needs for the next: the verdict
 * on each segment, and the sums of those that end with the newest value. A look without news judges nothing. A value that is appended adds its own
 * distances to those sums, and has each segment that ends with it tested anew, which costs most: its permutations grow with the segment's square.
 * Values that went from the front cost the segments that began with them. After any other change it begins anew.
 */
export function openChangeSearch(options: ChangePointOptions = {}): ChangeSearch {
  // Places count from the first value that was ever seen.
  let seen: { readonly start: number; readonly values: readonly number[] } = { start: 0, values: [] };
  let verdicts = new Map<string, Judged>();
  let growing = new Map<number, Splits>();
  return {
    look(values) {
      const gone = countGone(seen.values, values);
      const isNew = gone === null;
      const start = isNew ? 0 : seen.start + gone;
      const end = start + values.length;
      const [verdictsBefore, growingBefore] = isNew ? [new Map<string, Judged>(), new Map<number, Splits>()] : [verdicts, growing];
      seen = { start, values: [...values] };
      verdicts = new Map();
      growing = new Map();
      const judge = (from: number, to: number): Judged => {
        const segment = values.slice(from - start, to - start);
        const splits = (to === end && growingBefore.get(from)) || openSplits();
        if (to === end) growing.set(from, splits);
        const name = `${from}-${to}`;
        const known = verdictsBefore.get(name);
        const judged = known === undefined ? judgeSegment(segment, splits, from, options) : known;
        verdicts.set(name, judged);
        return judged;
      };
      const search = (from: number, to: number): NonNullable<Judged>[] => {
        const judged = judge(from, to);
        return judged === null ? [] : [...search(from, judged.index), judged, ...search(judged.index, to)];
      };
      return withLevels(
        values,
        search(start, end).map(({ index, p }) => ({ index: index - start, p })),
      );
    },
  };
}

/** Change points by rising index: splits again and again until chance explains the best split left. */
export function changePoints(values: readonly number[], options: ChangePointOptions = {}): ChangePoint[] {
  return openChangeSearch(options).look(values);
}

/** How many of the first values went, where the others are those that the new ones begin with; null where they do not. */
function countGone(before: readonly number[], now: readonly number[]): number | null {
  const begins = (gone: number) => {
    for (let at = gone; at < before.length; at++) if (before[at] !== now[at - gone]) return false;
    return true;
  };
  for (let gone = Math.max(0, before.length - now.length); gone < before.length; gone++) if (begins(gone)) return gone;
  return null;
}

/** `splits` holds some of its first values, or none. */
function judgeSegment(segment: readonly number[], splits: Splits, from: number, options: ChangePointOptions): Judged {
  const { alpha = 0.05, permutations = 199, seed = 0x504c494d } = options;
  for (const value of segment.slice(splits.count())) splits.append(value);
  const best = splits.best();
  if (!best || best.statistic <= 0) return null;
  const random = createRandom(seed);
  const allowed = Math.floor(alpha * (permutations + 1)) - 1;
  // The same split in another order of sums is as good.
  const asGoodAs = best.statistic * (1 - 1e-9);
  const room = openSplits(segment.length + 1);
  let asGood = 0;
  // Gives up as soon as chance has done as well too often.
  for (let i = 0; i < permutations && asGood <= allowed; i++) if (splitsAsWell(shuffle([...segment], random), asGoodAs, room)) asGood++;
  return asGood > allowed ? null : { index: from + best.index, p: (asGood + 1) / (permutations + 1) };
}

function withLevels(values: readonly number[], rising: readonly NonNullable<Judged>[]): ChangePoint[] {
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
