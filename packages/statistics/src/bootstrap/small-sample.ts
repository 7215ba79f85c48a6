/**
 * Corrects a block bootstrap where seconds are few and alike: it underestimates the spread of short runs (few blocks) and of
 * strongly correlated seconds (a block cuts their correlation off). Both are estimated from the seconds and widen the interval.
 */

import { normalQuantile } from './normal-tail.ts';

/** 97.5th percentile of the normal distribution. */
const normal975 = 1.959963984540054;

/** As {@link studentQuantile}, the 97.5th percentile. */
export function student975(df: number): number {
  return studentQuantile(0.05, df);
}

/**
 * The value that Student's t with `df` ≥ 1 degrees of freedom, whole or not, exceeds either way with chance `p` (G. W. Hill, CACM
 * algorithm 396).
 */
export function studentQuantile(p: number, df: number): number {
  const n = Math.max(1, df);
  if (n === 1) return Math.cos((p * Math.PI) / 2) / Math.sin((p * Math.PI) / 2);
  if (n === 2) return Math.sqrt(2 / (p * (2 - p)) - 2);
  const a = 1 / (n - 0.5);
  const b = 48 / (a * a);
  let c = ((20_700 * a) / b - 98) * a * a - 16 * a + 96.36;
  const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * n;
  let y = (d * p) ** (2 / n);
  if (y > 0.05 + a) {
    const x = -normalQuantile(p / 2);
    y = x * x;
    if (n < 5) c += 0.3 * (n - 4.5) * (x + 0.6);
    c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b;
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
    y = Math.expm1(a * y * y);
  } else {
    y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * ((n + 1) / (n + 2)) + 1 / y;
  }
  return Math.sqrt(n * y);
}

/** How much wider than the normal 95 % interval one with few degrees of freedom is. */
export function studentFactor(df: number): number {
  return student975(df) / normal975;
}

/** How much a second takes after the one before, for degrees of freedom: too high costs width in calm runs, too low costs coverage. */
const usualCorrelation = 0.5;

/**
 * Degrees of freedom of the variance that circular blocks of `block` neighbouring units see in a run of `units` (Satterthwaite: the square
 * of the sum of the eigenvalues over the sum of their squares; they are Fejér's kernel times the spectrum of a first-order autoregression
 * at the run's frequencies). Blocks that overlap see more than as many end to end: 10 units in blocks of 5 have 2.2 degrees, and not 1.
 */
export function blockDegreesOfFreedom(units: number, block: number): number {
  let sum = 0;
  let squares = 0;
  for (let k = 1; k < units; k++) {
    const kernel = (Math.sin((Math.PI * k * block) / units) / Math.sin((Math.PI * k) / units)) ** 2;
    const eigenvalue = kernel / (1 + usualCorrelation ** 2 - 2 * usualCorrelation * Math.cos((2 * Math.PI * k) / units));
    sum += eigenvalue;
    squares += eigenvalue ** 2;
  }
  return squares > 0 ? Math.max(1, sum ** 2 / squares) : 1;
}

function autocovariance(series: Float64Array, mean: number, lag: number): number {
  let sum = 0;
  for (let i = lag; i < series.length; i++) sum += ((series[i] as number) - mean) * ((series[i - lag] as number) - mean);
  return sum / series.length;
}

/**
 * Variance of the mean of a correlated series over what blocks of `block` see of it: ≥ 1. The long-run variance is the flat-top
 * estimate of Politis and Romano (1995), its bandwidth chosen by Politis (2003): twice the lag after which correlations vanish; in
 * short runs that sees too little, so a first-order autoregression is fitted besides and the larger of the two counts.
 * The blocks' own view is the triangular (Bartlett) sum up to the block length.
 */
export function blockVarianceRatio(series: Float64Array, block: number): number {
  const n = series.length;
  if (n < 4) return 1;
  const mean = series.reduce((sum, value) => sum + value, 0) / n;
  const variance = autocovariance(series, mean, 0);
  if (!(variance > 0)) return 1;
  const mostLags = Math.min(n - 1, Math.max(2 * block, Math.ceil(4 * Math.sqrt(n))));
  const correlations = Array.from({ length: mostLags + 1 }, (_, lag) => autocovariance(series, mean, lag) / variance);
  const limit = 2 * Math.sqrt(Math.log10(n) / n);
  const calm = Math.max(5, Math.ceil(Math.sqrt(Math.log10(n))));
  let vanish = 0;
  while (vanish < mostLags && !correlations.slice(vanish + 1, vanish + 1 + calm).every((r) => Math.abs(r) < limit)) vanish++;
  const bandwidth = Math.max(1, 2 * vanish);
  let flatTop = 1;
  let bartlett = 1;
  for (let lag = 1; lag <= mostLags; lag++) {
    const r = correlations[lag] as number;
    if (lag <= bandwidth) flatTop += 2 * r * Math.min(1, 2 * (1 - lag / bandwidth));
    if (lag < block) bartlett += 2 * r * (1 - lag / block);
  }
  return bartlett > 0 ? Math.max(1, flatTop / bartlett, firstOrderVariance(correlations, n) / bartlett) : 1;
}

/**
 * Long-run variance over variance of a first-order autoregression under noise: correlations fall by the same factor from lag to lag,
 * but from wherever the first one is. The first is freed of its small-sample bias (Kendall 1954); the factor is read off the next
 * lags only where the first is no accident.
 */
function firstOrderVariance(correlations: readonly number[], n: number): number {
  const [, first = 0, second = 0, third = 0] = correlations;
  const start = Math.min(0.95, Math.max(0, first + (1 + 3 * first) / n));
  const decay = first > 2 / Math.sqrt(n) ? (second + third) / (first + second) : start;
  return 1 + (2 * start) / (1 - Math.min(0.95, Math.max(start, decay)));
}
