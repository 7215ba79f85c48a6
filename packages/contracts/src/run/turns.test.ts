import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocksFor, orderAt, orderOf, pilotSeconds, secondOf, sideTime, type Turns } from './turns.ts';

const turns = fc
  .record({
    sides: fc.integer({ min: 2, max: 5 }),
    burnInSeconds: fc.constantFrom(1, 2, 4),
    warmupSeconds: fc.integer({ min: 0, max: 5 }),
    lengthSeconds: fc.integer({ min: 12, max: 70 }),
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  })
  .map(
    (given): Turns => ({
      ...given,
      side: 0,
      blockSeconds: 4 * given.burnInSeconds,
      lengthSeconds: given.warmupSeconds + given.lengthSeconds,
    }),
  );

const second = 1e6;

test('at each moment of the round one side has its turn, and each has all of its own time', () => {
  fc.assert(
    fc.property(turns, (one) => {
      const times = Array.from({ length: one.sides }, (_, side) => sideTime({ ...one, side }));
      const seen = times.map(() => new Set<number>());
      for (let clock = 0; clock < one.sides * (one.lengthSeconds ?? 0); clock++) {
        const at = clock * second + 500_000;
        const sending = times.flatMap((time, side) =>
          time.nextTurnUs(at) === at && time.ownUs(at) < (one.lengthSeconds ?? 0) * second ? [side] : [],
        );
        expect(sending).toHaveLength(1);
        const [side = 0] = sending;
        const own = times[side]?.ownUs(at) ?? -1;
        expect(times[side]?.clockUs(own)).toBe(at);
        seen[side]?.add(Math.floor(own / second));
      }
      for (const seconds of seen) expect([...seconds]).toEqual(Array.from({ length: one.lengthSeconds ?? 0 }, (_, at) => at));
    }),
    { numRuns: 200 },
  );
});

test('while another has its turn, the time stands still and the next turn is known', () => {
  fc.assert(
    fc.property(turns, fc.integer({ min: 0, max: 300 }), (one, clock) => {
      const time = sideTime(one);
      const at = clock * second;
      const next = time.nextTurnUs(at);
      if (next === at || time.ownUs(at) < 0) return;
      expect(time.ownUs(next - 1)).toBe(time.ownUs(at));
      expect(time.ownUs(next)).toBe(time.ownUs(at) + 1);
      expect(secondOf(one, clock)).toBeNull();
    }),
    { numRuns: 500 },
  );
});

test('the warm-up and the first part of each block are burn-in, nothing else', () => {
  const time = sideTime({ sides: 2, side: 0, blockSeconds: 4, burnInSeconds: 1, warmupSeconds: 3, lengthSeconds: 13, seed: 5 });
  const burnIn = Array.from({ length: 14 }, (_, at) => (time.isBurnIn(at * second) ? at : -1)).filter((at) => at >= 0);
  // Blocks from 3 to 7, and from 7 on; what is left, 2 s, makes a third.
  expect(burnIn).toEqual([0, 1, 2, 3, 7, 11]);
});

test('the order is drawn for each group: neither side goes first more often, nor in any rhythm', () => {
  const groups = 2000;
  const first = Array.from({ length: groups }, (_, group) => orderOf({ seed: 12_345, sides: 2 }, group)[0] ?? 0);
  const changes = first.slice(1).filter((side, at) => side !== first[at]).length;
  const bound = 4.5 * Math.sqrt(groups / 4);
  expect(Math.abs(first.reduce((sum, side) => sum + side, 0) - groups / 2)).toBeLessThan(bound);
  expect(Math.abs(changes - groups / 2)).toBeLessThan(bound);
  expect(new Set(Array.from({ length: 200 }, (_, seed) => orderOf({ seed, sides: 3 }, 0).join())).size).toBe(6);
  const one: Turns = { sides: 2, side: 1, blockSeconds: 4, burnInSeconds: 1, warmupSeconds: 0, lengthSeconds: 40, seed: 9 };
  expect(orderAt(one, 9)).toEqual(orderOf(one, 2));
});

test('a burn-in is three times the p99, in steps of two, a fourth of its block', () => {
  expect(blocksFor(20_000)).toEqual({ burnInSeconds: 1, blockSeconds: 4 });
  expect(blocksFor(400_000)).toEqual({ burnInSeconds: 2, blockSeconds: 8 });
  expect(blocksFor(60e6)).toEqual({ burnInSeconds: 16, blockSeconds: 64 });
  expect(blocksFor(20_000, 4)).toEqual({ burnInSeconds: 4, blockSeconds: 16 });
});

test.each([0, 3])(
  'a pilot is alone for a block at both ends, and at once with the others between, after a warm-up of %i s',
  (warmupSeconds) => {
    const lengthSeconds = warmupSeconds + 20;
    const pilot = { sides: 2, blockSeconds: 4, burnInSeconds: 1, warmupSeconds, lengthSeconds, seed: 3, pilot: true };
    const times = [0, 1].map((side) => sideTime({ ...pilot, side }));
    const sending = Array.from({ length: 2 * warmupSeconds + 28 }, (_, clock) => {
      const at = clock * second + 500_000;
      return times.flatMap((time, side) => (time.nextTurnUs(at) === at && time.ownUs(at) < lengthSeconds * second ? [side] : []));
    });
    const alone = 2 * (warmupSeconds + 4);
    expect(sending.map(({ length }) => length)).toEqual([...Array(alone).fill(1), ...Array(12).fill(2), ...Array(8).fill(1)]);
    for (const time of times)
      for (let own = 0; own < lengthSeconds; own++) expect(time.ownUs(time.clockUs(own * second + 7))).toBe(own * second + 7);
    const inFigures = Array.from({ length: lengthSeconds }, (_, own) => own).filter((own) => !times[0]?.isBurnIn(own * second));
    expect(inFigures).toEqual(Array.from({ length: 11 }, (_, at) => warmupSeconds + 5 + at));
    const from = (...seconds: number[]) => seconds.map((own) => warmupSeconds + own);
    expect(pilotSeconds({ ...pilot, side: 0 })).toEqual({ alone: from(1, 2, 3, 17, 18, 19), atOnce: inFigures });
  },
);
