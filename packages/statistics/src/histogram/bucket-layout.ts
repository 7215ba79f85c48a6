/**
 * Where a value lies in an HdrHistogram with unit 1 and 3 significant digits: 2048 buckets of width 1, then for each doubling
 * 1024 buckets of twice the width. An index is the same for every highest trackable value, so histograms of plans with
 * different timeouts merge bucket by bucket. Layout of org.HdrHistogram.AbstractHistogram (Gil Tene, public domain).
 */

const halfMagnitude = 10;
const half = 1 << halfMagnitude;

/** The doubling that an index lies in; 0 has width 1. */
function doublingOf(index: number): number {
  return index < 2 * half ? 0 : (index >> halfMagnitude) - 1;
}

/** Bucket of a value in µs. Values below 0 count as 0. Fractions are cut off, as HdrHistogram does. */
export function findBucket(value: number): number {
  const whole = Math.floor(value);
  if (!(whole > 0)) return 0;
  if (whole < 2 * half) return whole;
  // Math.log2 is off by one ulp near powers of two; clz32 is exact, and 2^31 µs are 36 minutes.
  const doubling = (whole < 0x8000_0000 ? 31 - Math.clz32(whole) : 31 + (31 - Math.clz32(Math.floor(whole / 0x8000_0000)))) - halfMagnitude;
  return doubling * half + Math.floor(whole / 2 ** doubling);
}

const widths = Array.from({ length: 64 }, (_, doubling) => 2 ** doubling);

/** Width of a bucket in µs. */
export function widthOf(index: number): number {
  return widths[doublingOf(index)] as number;
}

/** Lowest value of a bucket. */
export function lowestOf(index: number): number {
  const doubling = doublingOf(index);
  return (index - doubling * half) * (widths[doubling] as number);
}

/** Highest whole value of a bucket: what a percentile reports. */
export function highestOf(index: number): number {
  return lowestOf(index) + widthOf(index) - 1;
}

/** Middle of a bucket as HdrHistogram defines it: what the mean is made of. */
export function middleOf(index: number): number {
  return lowestOf(index) + Math.floor(widthOf(index) / 2);
}

/** Length of the counts array that can hold values up to `highest`; whole doublings, at least two. */
export function bucketsFor(highest: number): number {
  return (doublingOf(findBucket(Math.max(2, highest))) + 2) * half;
}
