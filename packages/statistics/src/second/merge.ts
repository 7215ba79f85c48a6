/**
 * The one merge of seconds: over the shards (or threads) that made the same second, and over seconds. How each field merges stands
 * in the table, `@plimsoll/contracts/sample-fields`; what that means stands here. Both ways are associative, any order gives the
 * same (a list's order apart), and of nothing at all each gives the neutral element.
 */
import type { HistogramName, Sample, Times } from '@plimsoll/contracts/sample';
import { histogramNames, requestTimeNames } from '@plimsoll/contracts/sample';
import { closedTwinOf, fieldsIn, type Merging, sampleFields } from '@plimsoll/contracts/sample-fields';
import { addEncoded, clear, emptyHistogram, encode, type Histogram, timesOf } from '../histogram/histogram.ts';
import { byRequestName } from './seconds.ts';

/** What is merged: parts of one second, or one second after the other. */
export type MergedOver = 'shards' | 'seconds';

/** Fields by name; a table inside a table merges an object. */
export interface MergeTable {
  readonly [name: string]: { readonly merging: Merging | MergeTable };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
/** No figure of a second that is merged by this is negative. */
const highest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0);
/** Of two equally far from 0 the positive one, so that order never matters. */
const farthest = (values: readonly number[]) =>
  values.reduce((far, value) => {
    const nearer = Math.abs(value) - Math.abs(far);
    return nearer > 0 || (nearer === 0 && value > far) ? value : far;
  }, 0);

const bothWays = <Value>(merge: (values: readonly Value[]) => Value) => ({ shards: merge, seconds: merge });
const merges = {
  sum: bothWays(sum),
  sums: bothWays((counts: readonly Readonly<Record<string, number>>[]) => sumByKey(counts)),
  level: { shards: sum, seconds: highest },
  length: { shards: highest, seconds: sum },
  highest: bothWays(highest),
  drift: bothWays(farthest),
  list: bothWays((lists: readonly (readonly unknown[])[]) => lists.flat()),
} satisfies Record<Merging, Record<MergedOver, unknown>>;

/** Counts by key added up. A key that none has is absent. */
export function sumByKey<Counts extends Readonly<Partial<Record<string, number>>>>(parts: readonly Counts[]): Counts {
  const total: Record<string, number> = {};
  for (const part of parts) for (const key in part) total[key] = (total[key] ?? 0) + (part[key] as number);
  return total as Counts;
}

type Merged<Fields, Part extends Readonly<Record<keyof Fields, unknown>>> = { -readonly [Name in keyof Fields]: Part[Name] };

/** The fields of a table merged over parts, of which there may be none. */
export function mergeFields<Fields extends MergeTable, Part extends Readonly<Record<keyof Fields, unknown>>>(
  fields: Fields,
  parts: readonly Part[],
  over: MergedOver,
): Merged<Fields, Part> {
  const merged: Record<string, unknown> = {};
  for (const name in fields) {
    const { merging } = fields[name] as MergeTable[string];
    const values = parts.map((part) => part[name]);
    merged[name] =
      typeof merging === 'string'
        ? (merges[merging][over] as (values: readonly unknown[]) => unknown)(values)
        : mergeFields(merging, values as Record<string, unknown>[], over);
  }
  return merged as Merged<Fields, Part>;
}

/** Seconds, each with its shards: first over the shards of each, then over the seconds. */
export function mergeGroup<Fields extends MergeTable, Part extends Readonly<Record<keyof Fields, unknown>>>(
  fields: Fields,
  group: readonly (readonly Part[])[],
): Merged<Fields, Part> {
  const seconds = group.map((shards) => mergeFields(fields, shards, 'shards'));
  return mergeFields<Fields, Merged<Fields, Part>>(fields, seconds, 'seconds');
}

const lengthField = { lengthMs: sampleFields.lengthMs };

/** How long seconds lasted together, in ms; each as long as its longest shard. */
export function lengthMsOf(group: readonly (readonly Pick<Sample, 'lengthMs'>[])[]): number {
  return mergeGroup(lengthField, group).lengthMs;
}

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
    const twin = closedTwinOf(name, names);
    merged[name] =
      twin && merged[twin] && parts.every(({ histograms }) => areEqual(histograms[name], histograms[twin]))
        ? merged[twin]
        : mergeInto(scratch, name, parts);
  }
  return merged as Record<Name, Histogram>;
}

/** What is shown of each. One histogram under two names is read once. */
export function timesByName<Name extends HistogramName>(merged: Readonly<Record<Name, Histogram>>): Record<Name, Times> {
  const known = new Map<Histogram, Times>();
  const read = (histogram: Histogram) => {
    const times = known.get(histogram) ?? timesOf(histogram);
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

/** As {@link mergeTimes}, encoded again. */
function mergeEncoded<Name extends HistogramName>(names: readonly Name[], parts: readonly Timed<Name>[]) {
  const merged = mergeTimes(names, parts);
  return Object.fromEntries(names.map((name) => [name, encode(merged[name])])) as Record<Name, Uint8Array<ArrayBuffer>>;
}

const requestFields = fieldsIn('request');

/**
 * Whole samples as one, requests and histograms included; at least one. `fields`: all that is merged but those two. What no table
 * knows (which second it is) is that of the first.
 */
export function mergeSamples<Part extends Omit<Sample, 'generator'>>(fields: MergeTable, parts: readonly Part[], over: MergedOver): Part {
  const [first] = parts;
  if (!first) throw new RangeError('nothing to merge');
  if (parts.length === 1) return first;
  return {
    ...first,
    ...mergeFields(fields, parts as readonly (Part & Record<string, unknown>)[], over),
    histograms: mergeEncoded(histogramNames, parts),
    byRequest: byRequestName(parts).map(({ name, parts: same }) => ({
      name,
      ...mergeFields(requestFields, same, over),
      histograms: mergeEncoded(requestTimeNames, same),
    })),
  };
}
