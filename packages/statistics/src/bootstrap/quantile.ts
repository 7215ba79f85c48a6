/** Quantiles of numbers in order. */

/** The value below which a share of the rising values lies, interpolated (Hyndman and Fan's type 7, as NumPy's default). */
export function findQuantile(rising: ArrayLike<number>, share: number): number {
  const at = share * (rising.length - 1);
  const low = Math.floor(at);
  const value = rising[low] as number;
  const next = rising[Math.min(low + 1, rising.length - 1)] as number;
  return value + (at - low) * (next - value);
}
