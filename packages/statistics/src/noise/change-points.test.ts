import type { Environment } from '@plimsoll/contracts/run';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestSplit } from '../../test/support/best-split.ts';
import { makeNormalSource, makeRun, makeSample } from '../../test/support/simulated-run.ts';
import { createRandom } from '../bootstrap/random.ts';
import { summarise } from '../run/summary.ts';
import { changePoints, openChangeSearch } from './change-points.ts';
import { openSplits } from './splits.ts';
import { computeTrend } from './trend.ts';

const noise = (seed: number, n: number, spread = 0.3) => {
  const normal = makeNormalSource(createRandom(seed));
  return Array.from({ length: n }, () => spread * normal());
};

describe('change points', () => {
  it('finds each step of a history to within one run, with the levels before and after', () => {
    const levels = [...Array(12).fill(10), ...Array(12).fill(13), ...Array(12).fill(10)];
    const values = noise(4, 36).map((value, i) => value + levels[i]);
    const found = changePoints(values);
    expect(found).toHaveLength(2);
    expect(Math.abs((found[0]?.index ?? 0) - 12)).toBeLessThanOrEqual(1);
    expect(Math.abs((found[1]?.index ?? 0) - 24)).toBeLessThanOrEqual(1);
    expect(found[0]?.before).toBeCloseTo(10, 0);
    expect(found[0]?.after).toBeCloseTo(13, 0);
    expect(changePoints(values)).toEqual(found);
  });

  it('sees a change in at most about one of twenty histories without one', () => {
    const called = Array.from({ length: 60 }, (_, seed) => changePoints(noise(100 + seed, 24), { permutations: 99 })).filter(
      (c) => c.length > 0,
    );
    expect(called.length).toBeLessThanOrEqual(7);
  });

  it('does not take a single outlier, a constant or a short history for a change', () => {
    const outlier = noise(8, 20);
    outlier[10] = 50;
    expect(changePoints(outlier)).toEqual([]);
    expect(changePoints(Array(20).fill(7))).toEqual([]);
    expect(changePoints([1, 100, 1])).toEqual([]);
  });

  it('splits the same way whatever is added to or multiplied with the values', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0.1, max: 100, noNaN: true }), (seed, scale) => {
        const values = noise(seed, 16).map((value, i) => value + (i < 8 ? 0 : 2));
        expect(bestSplit(values.map((value) => 1000 + scale * value))?.index).toBe(bestSplit(values)?.index);
      }),
      { numRuns: 30 },
    );
  });
});

/** E-divisive's statistic as the paper writes it: every split, every right end, every pair. */
function statisticsOf(values: readonly number[]): number[] {
  const meanDistance = (one: readonly number[], other: readonly number[], pairs: number) =>
    one.reduce((sum, x) => sum + other.reduce((inner, y) => inner + Math.abs(x - y), 0), 0) / pairs;
  const found: number[] = [];
  for (let split = 2; split <= values.length - 2; split++)
    for (let end = split + 2; end <= values.length; end++) {
      const [left, right] = [values.slice(0, split), values.slice(split, end)];
      const [n, m] = [left.length, right.length];
      const distance =
        2 * meanDistance(left, right, n * m) - meanDistance(left, left, n * (n - 1)) - meanDistance(right, right, m * (m - 1));
      found.push(((n * m) / (n + m)) * distance);
    }
  return found;
}

/** Levels that change now and then, ties among them, outliers, and the noise of figures as they are stored. */
const histories = fc
  .array(
    fc.record({
      level: fc.constantFrom(10, 11, 13, 40),
      runs: fc.integer({ min: 1, max: 14 }),
      spread: fc.constantFrom(0, 0.2, 3),
      seed: fc.nat(1000),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.flatMap(({ level, runs, spread, seed }) => noise(seed, runs, spread).map((value) => level + value)));

describe('a search that goes on', () => {
  it('has the statistic of the paper after each value', () => {
    fc.assert(
      fc.property(histories, (values) => {
        const splits = openSplits();
        for (const [at, value] of values.slice(0, 24).entries()) {
          splits.append(value);
          const all = statisticsOf(values.slice(0, at + 1));
          if (all.length === 0) expect(splits.best()).toBeNull();
          else expect(splits.best()?.statistic).toBeCloseTo(Math.max(...all), 9);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('answers as one from nothing, whatever comes at the end, goes from the front, or is another history', () => {
    const options = { permutations: 59 };
    const steps = fc.array(
      fc.record({
        appended: fc.integer({ min: 0, max: 5 }),
        gone: fc.constantFrom(0, 0, 0, 1, 3),
        changed: fc.constantFrom(false, false, false, false, true),
      }),
      { minLength: 6, maxLength: 12 },
    );
    let found = 0;
    fc.assert(
      fc.property(histories, steps, fc.nat(40), (values, looks, first) => {
        const search = openChangeSearch(options);
        let [from, to] = [0, Math.min(first, values.length)];
        let history = values;
        for (const { appended, gone, changed } of looks) {
          to = Math.min(history.length, to + appended);
          from = Math.min(to, from + gone);
          // A run in the middle was deleted, or is not trusted any more.
          if (changed) history = history.filter((_, at) => at !== Math.floor((from + to) / 2));
          const seen = history.slice(from, to);
          const answer = search.look(seen);
          expect(answer).toEqual(changePoints(seen, options));
          found += answer.length;
        }
      }),
      { numRuns: 60 },
    );
    // It is not about histories without a change alone.
    expect(found).toBeGreaterThan(50);
  });

  it('judges nothing where nothing is new, and a further run has the segments judged that end with it', () => {
    let judged = 0;
    const search = openChangeSearch({
      // Read once for each segment that is judged.
      get seed() {
        judged++;
        return 7;
      },
    });
    const values = [...noise(1, 40), ...noise(2, 41).map((value) => value + 5)];
    const judgedIn = (seen: readonly number[]) => {
      judged = 0;
      expect(search.look(seen)).toHaveLength(1);
      return judged;
    };
    expect(judgedIn(values.slice(0, 80))).toBe(3);
    expect(judgedIn(values.slice(0, 80))).toBe(0);
    // The whole and its later side.
    expect(judgedIn(values)).toBe(2);
    // One that went from the front: the whole and its earlier side.
    expect(judgedIn(values.slice(1))).toBe(2);
  });
});

describe('trend', () => {
  const runs = Array.from({ length: 16 }, (_, i) => {
    const samples = Array.from({ length: 10 }, (_, s) =>
      makeSample(s, { times: { responseTime: Array(10).fill((i < 10 ? 1000 : 1400) + 10 * (i % 3)) } }),
    );
    return { id: makeRun(i + 1).id, startedAt: makeRun(i + 1).startedAt as string, summary: summarise(samples) };
  });

  it('names the run a slower level began with, whatever the order of the runs', () => {
    const trend = computeTrend([...runs].reverse(), 'p99');
    expect(trend.points).toHaveLength(16);
    expect(trend.changes).toHaveLength(1);
    expect(trend.changes[0]).toMatchObject({ runId: runs[10]?.id, isNoise: false });
    expect(trend.changes[0]?.change).toBeCloseTo(0.396, 2);
    expect(computeTrend(runs, 'p99', 0.5).changes[0]?.isNoise).toBe(true);
    expect(computeTrend(runs, 'throughput').changes).toEqual([]);
  });

  it('holds runs of one kind of generator and one machine of the target against each other only', () => {
    const environment = { cpuModel: 'x', cores: 2, node: '24.1.0', threads: 1, client: 'undici 8.1.0', protocol: 'http1' } as Environment;
    const place = { environment, targetHost: '10.0.0.1:80' };
    const moved = (of: object) => runs.map((run, i) => ({ ...run, ...place, ...(i < 10 ? of : {}) }));
    for (const other of [
      { targetHost: '10.0.0.2:80' },
      { environment: { ...environment, cores: 64 } },
      { environment: { ...environment, client: 'undici 9.0.0' } },
    ]) {
      const trend = computeTrend(moved(other), 'p99');
      expect(trend.points).toHaveLength(6);
      expect(trend.changes).toEqual([]);
    }
    // Another port, another worker of the same make, or none that is known is no other machine.
    for (const same of [
      { targetHost: '10.0.0.1:81' },
      { environment: { ...environment, hostname: 'b', worker: 'w' } },
      { environment: null, targetHost: null },
    ])
      expect(computeTrend(moved(same), 'p99').changes).toHaveLength(1);
  });
});
