/** The tail of the normal distribution, for chances smaller than replicates can be counted for. */

/** P(Z > z), relative error under 2 in 10⁷ however far out (Numerical Recipes, `erfcc`). */
export function normalTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const series = [0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368];
  const exponent = series.reduce((sum, factor) => sum * t + factor, 0) * t - 1.26551223 - x * x;
  const tail = (t * Math.exp(exponent)) / 2;
  return z >= 0 ? tail : 1 - tail;
}

/** The z that a standard normal exceeds with chance `tail` ≤ ½: Newton's steps from 0, which never overshoot a convex tail. */
export function normalQuantile(tail: number): number {
  let z = 0;
  for (let left = 200; left > 0; left--) {
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    const step = (normalTail(z) - tail) / density;
    z += step;
    if (!(Math.abs(step) > 1e-9)) break;
  }
  return z;
}
