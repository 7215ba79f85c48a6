import { capacitySentence } from '@plimsoll/wording/capacity-sentence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CapacityOptions, type CapacityStep, findBounds, nextCapacityStep, type RateTry } from './capacity-search.ts';

const alone = { disturbance: null, connections: null };

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
    expect(capacitySentence({ ...alone, finding: done.finding })).toBe('700/s holds, 725/s does not (within 3.57\u00a0%).');
  });

  it('goes on below a rate whose confirmation breaks', () => {
    const { done, tries } = search((rate, confirming) => (rate > 700 || (confirming && rate > 650) ? 'broke' : 'held'));
    expect(done.ratePerSecond).toBeLessThanOrEqual(650);
    expect(done.interval.high).toBe(675);
    expect(tries.filter(({ confirming }) => confirming).length).toBeLessThanOrEqual(3);
  });

  it('says when the cap, the generator or nothing at all was found to be the limit', () => {
    const capped = search(() => 'held', { ...options, maxRatePerSecond: 1500 }).done;
    expect(capped).toMatchObject({ ratePerSecond: 1500, interval: { low: 1500, high: null }, confirmed: true });
    const limited = search((rate) => (rate > 5000 ? 'limited' : 'held')).done;
    expect(limited.interval.high).toBeNull();
    expect(limited.limit).toBe('generator');
    expect(capacitySentence({ ...alone, finding: limited.finding })).toMatch(/the generator, not the target, is the limit/);
    const nothing = search(() => 'broke').done;
    expect(nothing).toMatchObject({ ratePerSecond: null, interval: { low: 0 } });
    expect(capacitySentence({ ...alone, finding: nothing.finding })).toMatch(/even 1\.\d+\/s did not hold/);
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

  /** A target that answers so many a second well, whatever comes, and refuses the rest. */
  const limiter = (ceiling: number, given: CapacityOptions, wobble = (_: number) => 0) => {
    const tries: RateTry[] = [];
    for (;;) {
      const step = nextCapacityStep(tries, given);
      if (step.step === 'done') return { tries, done: step };
      const { ratePerSecond, phase } = step;
      const goodPerSecond = Math.min(ratePerSecond, ceiling * (1 + wobble(tries.length)));
      const outcome = goodPerSecond >= 0.98 * ratePerSecond ? 'held' : 'broke';
      tries.push({ ratePerSecond, outcome, confirming: phase === 'confirmation', goodPerSecond });
      if (tries.length > 100) throw new Error('The search does not end.');
    }
  };

  it('looks where the good answers of a try that broke say the ceiling is, and saves tries', () => {
    const { tries, done } = limiter(300, options);
    expect(tries.map(({ ratePerSecond }) => ratePerSecond)).toEqual([100, 200, 400, 300, 315, 300]);
    expect(done).toMatchObject({ ratePerSecond: 300, confirmed: true, interval: { low: 300, high: 315 } });
  });

  it('starts far above the ceiling and is there after two tries', () => {
    const { tries, done } = limiter(100, { ...options, startRatePerSecond: 400 });
    expect(tries.map(({ ratePerSecond }) => ratePerSecond)).toEqual([400, 100, 105, 100]);
    expect(done).toMatchObject({ ratePerSecond: 100, confirmed: true });
  });

  it('finds any ceiling to within its precision where the good answers waver by 1 %', () => {
    const wobbles = fc.array(fc.double({ min: -0.01, max: 0.01, noNaN: true }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(fc.double({ min: 5, max: 90_000, noNaN: true }), wobbles, (ceiling, wobble) => {
        const { tries, done } = limiter(ceiling, options, (at) => wobble[at] ?? 0);
        expect(done.confirmed).toBe(true);
        expect(done.ratePerSecond ?? 0).toBeGreaterThan(0.93 * ceiling);
        expect(done.ratePerSecond ?? 0).toBeLessThan(1.04 * ceiling);
        expect(tries.length).toBeLessThanOrEqual(24);
      }),
    );
  });

  it('does not follow good answers down step by step where a time breaks long before the ceiling', () => {
    const tries: RateTry[] = [];
    for (;;) {
      const step = nextCapacityStep(tries, options);
      if (step.step === 'done') break;
      const { ratePerSecond, phase } = step;
      const goodPerSecond = Math.min(ratePerSecond * 0.994, 450);
      tries.push({ ratePerSecond, outcome: ratePerSecond <= 300 ? 'held' : 'broke', confirming: phase === 'confirmation', goodPerSecond });
    }
    expect(tries.length).toBeLessThanOrEqual(13);
    expect(findBounds(tries)).toMatchObject({ confirmed: true });
  });

  it('makes only long tries after one broke what a short one had held, so that no second confirmation can disagree', () => {
    const { tries, done } = search((rate, confirming) => (rate > 700 || (confirming && rate > 650) ? 'broke' : 'held'));
    const first = tries.findIndex(({ confirming }) => confirming);
    expect(tries.slice(first).every(({ confirming }) => confirming)).toBe(true);
    expect(tries.filter(({ confirming, ratePerSecond }) => confirming && ratePerSecond === done.ratePerSecond)).toHaveLength(1);
  });

  it('goes on below a rate at which a longer try shows that the target is not the limit, in place of asking for it again', () => {
    fc.assert(
      fc.property(fc.double({ min: 2, max: 90_000, noNaN: true }), fc.double({ min: 0, max: 0.1, noNaN: true }), (limit, lenience) => {
        // As few connections do: a short try ends before so small a backlog shows.
        const { tries, done } = search((rate, confirming) => (rate <= (confirming ? 1 : 1 + lenience) * limit ? 'held' : 'limited'));
        expect(done.finding).toMatchObject({ kind: 'limitedAbove', held: done.ratePerSecond });
        expect(done.ratePerSecond).toBeLessThanOrEqual(limit);
        expect(done.ratePerSecond).toBeGreaterThanOrEqual(limit / 1.12);
        expect(tries.length).toBeLessThanOrEqual(25);
      }),
    );
  });

  it('gives a wider interval where only a disturbed try broke', () => {
    const tries: RateTry[] = [
      { ratePerSecond: 95, outcome: 'held', confirming: true },
      { ratePerSecond: 98, outcome: 'broke', confirming: false, disturbed: true },
      { ratePerSecond: 105, outcome: 'broke', confirming: false },
    ];
    const done = nextCapacityStep(tries, options);
    expect(done).toMatchObject({ step: 'done', interval: { low: 95, high: 105 } });
    const disturbance = { tries: 2, of: 9, by: 'other_work' } as const;
    expect(done.step === 'done' && capacitySentence({ ...alone, finding: done.finding, disturbance })).toBe(
      '95–105/s: 2 of 9 tries were disturbed by other work.',
    );
  });

  it('says that the plan’s own connections are the limit', () => {
    const tries: RateTry[] = [
      { ratePerSecond: 380, outcome: 'held', confirming: true },
      { ratePerSecond: 390, outcome: 'limited', limit: 'connections', confirming: false },
    ];
    const done = nextCapacityStep(tries, options);
    expect(done).toMatchObject({ step: 'done', limit: 'connections', interval: { high: null } });
    expect(done.step === 'done' && capacitySentence({ ...alone, finding: done.finding, connections: 20 })).toBe(
      'At least 380/s: above that the plan’s 20 connections are the limit, not the target.',
    );
  });
});
