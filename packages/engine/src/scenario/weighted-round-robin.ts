/**
 * Smooth weighted round robin, computed once: the order in which the requests of a mix are sent, again and again. Each request is
 * spread as evenly as its weight allows. The order repeats, so any stretch of its length holds exactly the shares of the weights.
 */

/** The order, as indices into `weights`. Its length is the sum of the weights divided by their greatest common divisor. */
export function weightedRoundRobin(weights: readonly number[]): Uint8Array {
  const divisor = weights.reduce(greatestCommonDivisor, 0);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const credit = new Float64Array(weights.length);
  return Uint8Array.from({ length: total / divisor }, () => {
    let richest = 0;
    for (let index = 0; index < weights.length; index++) {
      (credit[index] as number) += weights[index] as number;
      if ((credit[index] as number) > (credit[richest] as number)) richest = index;
    }
    (credit[richest] as number) -= total;
    return richest;
  });
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
