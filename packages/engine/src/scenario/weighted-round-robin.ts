/**
 * Smooth weighted round robin, worked out once: the order in which the requests of a mix go out, again and again. Each is spread
 * as evenly as its weight allows, and as the order repeats, any stretch of the order's length holds exactly the shares asked for.
 */

/** One turn of the order: indices into `weights`. Its length is the sum of the weights, made as small as it can be. */
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
