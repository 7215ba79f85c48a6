import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CapacityOptions, type CapacityStep, findBounds, nextCapacityStep, type RateTry } from './capacity-search.ts';

const options = { startRatePerSecond: 100, maxRatePerSecond: 100_000 };

function search(outcomeAt: (rate: number, confirming: boolean) => RateTry['outcome'], given: CapacityOptions = options) {
  const tries: RateTry[] = [];
  for (;;) {
    const step: CapacityStep = nextCapacityStep(tries, given);
    if (step.step === 'done') return { tries, done: step };
    const confirming = step.phase === 'confirmation';
    tries.push({ ratePerSecond: step.ratePerSecond, outcome: outcomeAt(step.ratePerSecond, confirming), confirming });
    if (tries.length > 100) throw new Error('The search does not end.');
  }
}

describe('capacity search', () => {
  it('finds any capacity to within its precision, confirms it, and gives an interval that holds it', () => {
    fc.assert(
      fc.property(fc.double({ min: 2, max: 90_000, noNaN: true }), (capacity) => {
        const { tries, done } = search((rate) => (rate <= capacity ? 'held' : 'broke'));
        expect(done.confirmed).toBe(true);
        expect(done.ratePerSecond).toBe(done.interval.low);
        expect(done.interval.low).toBeLessThanOrEqual(capacity);
        expect(done.interval.high ?? 0).toBeGreaterThan(capacity);
        expect(((done.interval.high ?? 0) - done.interval.low) / done.interval.low).toBeLessThanOrEqual(0.051);
        expect(tries.length).toBeLessThanOrEqual(20);
        expect(tries.at(-1)?.confirming).toBe(true);
      }),
    );
  });

  it('doubles first, then halves the gap, then confirms', () => {
    const { tries, done } = search((rate) => (rate <= 700 ? 'held' : 'broke'));
    expect(tries.map(({ ratePerSecond }) => ratePerSecond)).toEqual([100, 200, 400, 800, 600, 700, 750, 725, 700]);
    expect(done.sentence).toBe('700/s: the thresholds hold there and break at 725/s (known to 3.57\u00a0%).');
  });

  it('goes on below a rate whose confirmation breaks', () => {
    const { done, tries } = search((rate, confirming) => (rate > 700 || (confirming && rate > 650) ? 'broke' : 'held'));
    expect(done.ratePerSecond).toBeLessThanOrEqual(650);
    expect(done.interval.high).toBe(675);
    expect(tries.filter(({ confirming }) => confirming)).toHaveLength(3);
  });

  it('says when the cap, the generator or nothing at all was found to be the limit', () => {
    const capped = search(() => 'held', { ...options, maxRatePerSecond: 1500 }).done;
    expect(capped).toMatchObject({ ratePerSecond: 1500, interval: { low: 1500, high: null }, confirmed: true });
    const limited = search((rate) => (rate > 5000 ? 'limited' : 'held')).done;
    expect(limited.interval.high).toBeNull();
    expect(limited.sentence).toMatch(/the generator, not the target, is the limit/);
    const nothing = search(() => 'broke').done;
    expect(nothing).toMatchObject({ ratePerSecond: null, interval: { low: 0 } });
    expect(nothing.sentence).toMatch(/the thresholds broke even at 1\.\d+\/s/);
  });

  it('ends under contradictory outcomes, on the safe side', () => {
    let calls = 0;
    const { tries, done } = search(() => (['held', 'broke', 'held', 'limited', 'broke'] as const)[calls++ % 5] ?? 'held');
    expect(tries.length).toBeLessThanOrEqual(30);
    const { broke } = findBounds(tries);
    expect(done.interval.low).toBeLessThan(broke);
  });

  it('refuses options that cannot end', () => {
    expect(() => nextCapacityStep([], { ...options, growth: 1 })).toThrow(RangeError);
    expect(() => nextCapacityStep([], { ...options, startRatePerSecond: 0 })).toThrow(RangeError);
  });
});
