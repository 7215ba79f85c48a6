/**
 * Looking more than once, planned: how small a chance each look may call by, so that all together call what is equal as seldom as one
 * look would. Chance is spent as O'Brien and Fleming's boundaries spend it (Lan and DeMets 1983): nearly nothing early, nearly all at
 * the last look. Boundaries are found by integrating over what has not been called yet (Armitage, McPherson and Rowe 1969).
 */
import { normalQuantile, normalTail } from './normal-tail.ts';

/**
 * The two-sided chance that look `at` (from 1) may call by. `shares`: of all data that will come, at each look, rising to 1. A look after
 * the last one was not planned: it halves what the last one had, and the next takes a third of it.
 */
export function levelOfLook(alpha: number, shares: readonly number[], at: number): number {
  const key = `${alpha} ${shares.join(' ')}`;
  const levels = known.get(key) ?? spendAlpha(alpha, shares);
  if (known.size > mostKnown) known.clear();
  known.set(key, levels);
  const planned = levels[Math.min(at, levels.length) - 1] ?? alpha;
  return planned / Math.max(1, at - levels.length + 1);
}

const known = new Map<string, readonly number[]>();
const mostKnown = 500;

function spendAlpha(alpha: number, shares: readonly number[]): number[] {
  if (shares.length <= 1) return [alpha];
  // Of a boundary on either side, each with half of the chance.
  const z = normalQuantile(alpha / 4);
  const spent = shares.map((share) => 4 * normalTail(z / Math.sqrt(Math.min(1, share))));
  const levels: number[] = [];
  /** Density of the sum so far, of what no look has called, at evenly spaced places. */
  let density: Density | null = null;
  for (const [at, share] of shares.entries()) {
    const toSpend = (spent[at] as number) - (spent[at - 1] ?? 0);
    const step = Math.sqrt(share - (shares[at - 1] ?? 0));
    const boundary = findBoundary(density, step, toSpend, Math.sqrt(share));
    levels.push(2 * normalTail(boundary));
    density = moveOn(density, step, boundary * Math.sqrt(share));
  }
  return levels;
}

interface Density {
  readonly places: Float64Array;
  readonly values: Float64Array;
  /** Of each place in the integral (Simpson). */
  readonly weights: Float64Array;
}

/** Even, for Simpson's rule. */
const intervals = 240;

/** The z beyond which `toSpend` of it goes, either way, at this look. */
function findBoundary(density: Density | null, step: number, toSpend: number, scale: number): number {
  const crossed = (z: number) => {
    if (density === null) return 2 * normalTail(z);
    const { places, values, weights } = density;
    return places.reduce((sum, place, i) => {
      const beyond = normalTail((z * scale - place) / step) + normalTail((z * scale + place) / step);
      return sum + (values[i] as number) * (weights[i] as number) * beyond;
    }, 0);
  };
  let [low, high] = [0, 12];
  for (let left = 50; left > 0; left--) {
    const middle = (low + high) / 2;
    if (crossed(middle) > toSpend) low = middle;
    else high = middle;
  }
  return high;
}

function moveOn(density: Density | null, step: number, boundary: number): Density {
  // Far out a first boundary has nothing under it.
  const edge = Math.min(boundary, 9);
  const width = (2 * edge) / intervals;
  const places = Float64Array.from({ length: intervals + 1 }, (_, i) => -edge + i * width);
  const weights = places.map((_, i) => (width / 3) * (i === 0 || i === intervals ? 1 : i % 2 === 1 ? 4 : 2));
  const bell = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI) / step;
  const values = places.map((place) => {
    if (density === null) return bell(place / step);
    return density.places.reduce(
      (sum, from, i) => sum + (density.values[i] as number) * (density.weights[i] as number) * bell((place - from) / step),
      0,
    );
  });
  return { places, values, weights };
}
