/** Merges the encoded times of seconds by name. A histogram loses nothing by it: what is read of the whole is read of all values. */
import type { Times } from '@plimsoll/contracts/sample';
import { findClosedTwin, type HistogramName } from '@plimsoll/contracts/times';
import { addEncoded, clear, emptyHistogram, type Histogram, summarizeTimes } from '../histogram/histogram.ts';

/** Whatever holds encoded times. */
export interface Timed<Name extends HistogramName> {
  readonly histograms: Readonly<Record<Name, Uint8Array>>;
}

/**
 * The histograms of parts, merged by name. In a closed load two of them are the same bytes, which are decoded once: one object then
 * stands under both names. `scratch` keeps histograms for the next call, which overwrites them.
 */
export function mergeTimes<Name extends HistogramName>(
  names: readonly Name[],
  parts: readonly Timed<Name>[],
  scratch = new Map<HistogramName, Histogram>(),
): Record<Name, Histogram> {
  const merged: Partial<Record<HistogramName, Histogram>> = {};
  for (const name of names) {
    const twin = findClosedTwin(name, names);
    merged[name] =
      twin && merged[twin] && parts.every(({ histograms }) => areEqual(histograms[name], histograms[twin]))
        ? merged[twin]
        : mergeInto(scratch, name, parts);
  }
  return merged as Record<Name, Histogram>;
}

/** The figures that are shown of each. One histogram under two names is read once. */
export function timesByName<Name extends HistogramName>(merged: Readonly<Record<Name, Histogram>>): Record<Name, Times> {
  const known = new Map<Histogram, Times>();
  const read = (histogram: Histogram) => {
    const times = known.get(histogram) ?? summarizeTimes(histogram);
    known.set(histogram, times);
    return times;
  };
  return Object.fromEntries(Object.entries<Histogram>(merged).map(([name, histogram]) => [name, read(histogram)])) as Record<Name, Times>;
}

function mergeInto<Name extends HistogramName>(
  scratch: Map<HistogramName, Histogram>,
  name: Name,
  parts: readonly Timed<Name>[],
): Histogram {
  const histogram = scratch.get(name) ?? emptyHistogram();
  scratch.set(name, histogram);
  clear(histogram);
  for (const { histograms } of parts) addEncoded(histogram, histograms[name]);
  return histogram;
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.byteLength !== b.byteLength) return false;
  for (let i = 0; i < a.byteLength; i++) if (a[i] !== b[i]) return false;
  return true;
}
