/**
 * The one merge of seconds: over the shards (or threads) that made the same second, and over seconds. How each field merges stands
 * in the table, `@plimsoll/contracts/sample-fields`; what that means stands here. Both ways are associative, any order gives the
 * same (a list's order apart), and of nothing at all each gives the neutral element.
 */
import type { Sample } from '@plimsoll/contracts/sample';
import { type Merging, sampleFields } from '@plimsoll/contracts/sample-fields';

/** The things that are merged: parts of one second, or one second after the other. */
export type MergedOver = 'shards' | 'seconds';

/** Fields by name; a table inside a table merges an object. */
export interface MergeTable {
  readonly [name: string]: { readonly merging: Merging | MergeTable };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
/** No figure of a second that is merged by this is negative. */
const highest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0);
const highestKnown = (values: readonly (number | null | undefined)[]) =>
  values.reduce<number | null>((most, value) => (typeof value === 'number' ? Math.max(most ?? value, value) : most), null);
/** The positive one of two equally far from 0, so that order never matters. */
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
  highestKnown: bothWays(highestKnown),
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

/**
 * As {@link mergeGroup}, of some of the shards of a group: `own` has the same seconds, of which some may have none of them. Levels are those of the second in
 * which all shards' are highest, and the length is that of all, so that such parts merged over shards are the whole group merged.
 */
export function mergeShare<Fields extends MergeTable, Part extends Readonly<Record<keyof Fields, unknown>>>(
  fields: Fields,
  group: readonly (readonly Part[])[],
  own: readonly (readonly Part[])[],
): Merged<Fields, Part> {
  const merged: Record<string, unknown> = mergeGroup(fields, own);
  for (const name in fields) {
    const { merging } = fields[name] as MergeTable[string];
    if (typeof merging !== 'string') {
      const inner = (seconds: readonly (readonly Part[])[]) => seconds.map((shards) => shards.map((part) => part[name] as never));
      merged[name] = mergeShare(merging, inner(group), inner(own));
    } else if (merging === 'length') merged[name] = mergeGroup({ [name]: { merging } }, group)[name];
    else if (merging === 'level') {
      const levels = group.map((shards) => sum(shards.map((part) => part[name] as number)));
      merged[name] = sum((own[levels.indexOf(highest(levels))] ?? []).map((part) => part[name] as number));
    }
  }
  return merged as Merged<Fields, Part>;
}

const lengthField = { lengthMs: sampleFields.lengthMs };

/** How long seconds lasted together, in ms; each as long as its longest shard. */
export function measureLengthMs(group: readonly (readonly Pick<Sample, 'lengthMs'>[])[]): number {
  return mergeGroup(lengthField, group).lengthMs;
}
