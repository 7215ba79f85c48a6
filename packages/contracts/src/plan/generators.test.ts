import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fillPlaces,
  findLack,
  generatorsText,
  poolsText,
  readGenerators,
  readRegions,
  regionsOfShards,
  shardsOfRegion,
} from './generators.ts';
import { planSchema } from './plan.ts';

const plan = { version: 1, name: 'x', target: { url: 'http://127.0.0.1/' }, load: { model: 'closed', connections: 100, requests: 900 } };
const refusals = (generators: unknown, more: object = {}) =>
  planSchema.safeParse({ ...plan, generators, ...more }).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

describe('the generators of a plan', () => {
  test('are a number, or regions with their shares; what is neither is refused at its place', () => {
    expect(planSchema.parse(plan).generators).toBe(1);
    expect(planSchema.parse({ ...plan, generators: 3 }).generators).toBe(3);
    expect(planSchema.parse({ ...plan, generators: [{ label: 'eu', n: 2 }, { label: 'us' }] }).generators).toEqual([
      { label: 'eu', n: 2 },
      { label: 'us', n: 1 },
    ]);
    expect(refusals([])).toEqual(['generators regions_least']);
    expect(refusals([{ label: 'eu' }, { label: 'us' }, { label: 'eu' }])).toEqual(['generators.2.label region_twice']);
    expect(refusals([{ label: 'e u', n: 0 }])).toEqual(['generators.0.label worker_label', 'generators.0.n generators_least']);
    expect(
      refusals([
        { label: 'eu', n: 40 },
        { label: 'us', n: 25 },
      ]),
    ).toEqual(['generators generators_most']);
    expect(refusals([{ label: 'eu' }], { workers: { label: 'eu' } })).toEqual(['workers.label regions_or_pool']);
    expect(refusals([{ label: 'eu', n: 2 }, { label: 'us' }], { load: { model: 'closed', connections: 2, requests: 9 } })).toEqual([
      'generators generators_need_connections',
    ]);
  });

  test('are one text, which reads back, and give each shard its region', () => {
    const regions = [
      { label: 'eu', n: 2 },
      { label: 'us', n: 1 },
    ];
    expect(poolsText({ generators: regions, workers: { label: null } })).toBe('eu:2,us:1');
    expect([poolsText({ generators: 3, workers: { label: 'eu' } }), poolsText({ generators: 3, workers: { label: null } })]).toEqual([
      'eu',
      null,
    ]);
    expect([readRegions('eu:2,us:1'), readRegions('eu'), readRegions(null)]).toEqual([regions, [], []]);
    expect([readGenerators(' eu : 2, us '), readGenerators('3'), readGenerators('two')]).toEqual([regions, 3, null]);
    expect([generatorsText(3), generatorsText(regions)]).toEqual(['3', 'eu:2,us:1']);
    expect(regionsOfShards(regions)).toEqual(['eu', 'eu', 'us']);
    expect([shardsOfRegion(regions, 'eu'), shardsOfRegion(regions, 'us'), shardsOfRegion(regions, 'mars')]).toEqual([
      { first: 0, end: 2 },
      { first: 2, end: 3 },
      null,
    ]);
  });
});

const pool = fc.constantFrom('eu', 'us', 'ap');
const worker = fc.record({ labels: fc.uniqueArray(pool) });

/** The most places that can be given, by trying all ways. */
function mostGiven(pools: readonly (string | null)[], workers: readonly { readonly labels: readonly string[] }[]): number {
  const [first, ...others] = pools;
  if (first === undefined) return 0;
  const with_ = workers.flatMap((one, at) =>
    first === null || one.labels.includes(first) ? [1 + mostGiven(others, workers.toSpliced(at, 1))] : [],
  );
  return Math.max(mostGiven(others, workers), ...with_);
}

describe('places in regions', () => {
  test('go to as many workers as can have one, each in one place of its own pools, the first before others', () => {
    fc.assert(
      fc.property(fc.array(fc.option(pool), { maxLength: 4 }), fc.array(worker, { maxLength: 5 }), (pools, labelled) => {
        const workers = labelled.map((one, at) => ({ ...one, id: `w${at}` }));
        const places = fillPlaces(
          pools,
          pools.map(() => null),
          workers,
        );
        const given = places.filter((id) => id !== null);
        expect(given).toHaveLength(mostGiven(pools, workers));
        expect(new Set(given).size).toBe(given.length);
        for (const [place, id] of places.entries())
          if (id !== null && pools[place] !== null) expect(workers.find((one) => one.id === id)?.labels).toContain(pools[place]);
        const able = workers.find(({ labels }) => pools.some((one) => one === null || labels.includes(one)));
        if (able) expect(places).toContain(able.id);
      }),
    );
  });

  test('that are taken stay so, and the region that lacks workers is named', () => {
    const both = { id: 'a', labels: ['eu', 'us'] };
    expect(fillPlaces(['eu', 'us'], [null, null], [both, { id: 'b', labels: ['eu'] }])).toEqual(['b', 'a']);
    expect(fillPlaces(['eu', 'us'], ['a', null], [both, { id: 'b', labels: ['eu'] }])).toEqual(['a', null]);
    const regions = [
      { label: 'eu', n: 1 },
      { label: 'us', n: 2 },
    ];
    expect(findLack(regions, [both, { id: 'b', labels: ['us'] }])).toEqual({ label: 'us', n: 2, at: 1, most: 2, filled: 2 });
    expect(findLack(regions, [both, { id: 'b', labels: ['us'] }, { id: 'c', labels: ['us'] }])).toBeNull();
  });
});
