/** The generators of a plan, read: their regions, each of which is a pool of workers, their text, and which worker may have which place. Pure. */
import type { z } from 'zod';
import { readNumber } from '../request/typed-figure.ts';
import type { planWorkersSchema } from './plan-workers.ts';
import type { Generators, Region } from './planned-generators.ts';

/** The regions of a plan, in its order; none where its generators are a number. */
export function listRegions(generators: Generators): readonly Region[] {
  return typeof generators === 'number' ? [] : generators;
}

/** The label of each shard's region: shards 0 … n−1 are the first region's, and so on. Empty without regions. */
export function regionsOfShards(generators: Generators): string[] {
  return listRegions(generators).flatMap(({ label, n }) => Array.from({ length: n }, () => label));
}

/** The shards of a region: first ≤ shard < end. Null: the plan has no such region. */
export function shardsOfRegion(generators: Generators, label: string): { readonly first: number; readonly end: number } | null {
  const of = regionsOfShards(generators);
  const first = of.indexOf(label);
  return first < 0 ? null : { first, end: of.lastIndexOf(label) + 1 };
}

/** As a person types it, in one line: `3`, or `eu:2,us:1`. */
export function generatorsText(generators: Generators): string {
  return typeof generators === 'number' ? String(generators) : generators.map(({ label, n }) => `${label}:${n}`).join(',');
}

/** What was typed: a number, or regions where it names one; null for what is neither. A number that is missing after a colon becomes NaN, which the schema refuses. */
export function readGenerators(typed: string): Generators | null {
  return typed.includes(':') ? readRegions(typed) : readNumber(typed);
}

interface Pooled {
  readonly generators: Generators;
  readonly workers: z.infer<typeof planWorkersSchema>;
}

/**
 * The workers that a plan asks for, as the text that is kept with its load: a label, or labels with shares (`eu:2,us:1`), which is no label
 * that a worker can have, so that no version without regions takes such a load. Null: any workers.
 */
export function poolsText({ generators, workers }: Pooled): string | null {
  return typeof generators === 'number' ? workers.label : generatorsText(generators);
}

/** The regions in such a text; none where it is a label, or null. */
export function readRegions(pools: string | null): Region[] {
  if (!pools?.includes(':')) return [];
  return pools.split(',').map((pool) => {
    const [label = '', n = '1'] = pool.split(':');
    return { label: label.trim(), n: readNumber(n) ?? Number.NaN };
  });
}

/** The pool of each place of a load of so many generators; null: any worker may have it. */
export function poolsOfPlaces(pools: string | null, generators: number): (string | null)[] {
  const regions = readRegions(pools);
  return regions.length > 0 ? regionsOfShards(regions) : Array.from({ length: generators }, () => pools);
}

export interface PoolWorker {
  readonly id: string;
  readonly labels: readonly string[];
}

/**
 * Gives the free ones among the places (null) to workers, one each: as many as can be given, those that come first before others. A worker
 * of two pools gets the place that leaves the other to the next. `pools`: of each place, null for any worker.
 */
export function fillPlaces(
  pools: readonly (string | null)[],
  places: readonly (string | null)[],
  workers: readonly PoolWorker[],
): (string | null)[] {
  const filled = [...places];
  const free = places.flatMap((id, place) => (id === null ? [place] : []));
  const labelsOf = new Map(workers.map(({ id, labels }) => [id, labels]));
  const fits = (id: string, place: number) => pools[place] == null || labelsOf.get(id)?.includes(pools[place] as string) === true;
  /** Places the worker, where needed by moving others that were placed here (augmenting paths of a bipartite matching). */
  const give = (id: string, seen: Set<number>): boolean => {
    const open = free.filter((place) => fits(id, place) && !seen.has(place));
    for (const place of open) if (filled[place] === null) return put(place, id);
    for (const place of open) {
      if (seen.has(place)) continue;
      seen.add(place);
      if (give(filled[place] as string, seen)) return put(place, id);
    }
    return false;
  };
  const put = (place: number, id: string) => {
    filled[place] = id;
    return true;
  };
  for (const { id } of workers) {
    if (!filled.includes(null)) break;
    if (!filled.includes(id)) give(id, new Set());
  }
  return filled;
}

/** The first region that these workers cannot fill, at place `at` of the plan's list. `most`: workers with its label; `filled`: places of all regions that they fill. Null: all can be filled. */
export function findLack(
  regions: readonly Region[],
  workers: readonly PoolWorker[],
): (Region & { readonly at: number; readonly most: number; readonly filled: number }) | null {
  const pools = regionsOfShards([...regions]);
  const places = fillPlaces(
    pools,
    pools.map(() => null),
    workers,
  );
  const empty = pools[places.indexOf(null)];
  const at = regions.findIndex(({ label }) => label === empty);
  const region = regions[at];
  if (!region) return null;
  const most = workers.filter(({ labels }) => labels.includes(region.label)).length;
  return { ...region, at, most, filled: places.filter((id) => id !== null).length };
}
