import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countRequests, type RateLine, rateAt, rateLine, timeOfArea } from './rate-line.ts';

const stages = fc.array(fc.record({ to: fc.integer({ min: 0, max: 2000 }), overSeconds: fc.integer({ min: 0, max: 20 }) }), {
  minLength: 1,
  maxLength: 12,
});

test('a constant rate puts request k at k / rate', () => {
  const line = rateLine(500, [{ to: 500, overSeconds: 10 }]);
  expect(countRequests(line)).toBe(5000);
  for (const k of [0, 1, 499, 2500, 4999]) expect(timeOfArea(line, k)).toBeCloseTo(k / 500, 12);
});

test('a ramp 0 → 100/s over 10 s asks for 500 requests, request k due at √(k / 5)', () => {
  const line = rateLine(0, [{ to: 100, overSeconds: 10 }]);
  expect(countRequests(line)).toBe(500);
  for (const k of [0, 5, 125, 499]) expect(timeOfArea(line, k)).toBeCloseTo(Math.sqrt(k / 5), 9);
});

test('a stage of 0 s jumps: nothing is due in it and the rate is the new one at once', () => {
  const line = rateLine(10, [
    { to: 10, overSeconds: 1 },
    { to: 1000, overSeconds: 0 },
    { to: 1000, overSeconds: 1 },
  ]);
  expect(rateAt(line, 0.5)).toBe(10);
  expect(rateAt(line, 1.5)).toBe(1000);
  expect(countRequests(line)).toBe(1010);
});

test("k6's study 50 … 700 by 5 s ramps and 5 s holds has the area of its trapezia", () => {
  const study = Array.from({ length: 14 }, (_, i) => (i + 1) * 50).flatMap((to) => [
    { to, overSeconds: 5 },
    { to, overSeconds: 5 },
  ]);
  const byHand = study.reduce((sum, stage, i) => sum + ((stage.to + (study[i - 1]?.to ?? 0)) / 2) * stage.overSeconds, 0);
  expect(rateLine(0, study).area).toBeCloseTo(byHand, 6);
});

/** Requests (fractional) due before a moment, by the trapezia of the line. */
function areaAt(line: RateLine, seconds: number): number {
  return line.segments.reduce((sum, { startSeconds, seconds: length, fromRate, toRate }) => {
    const covered = Math.min(Math.max(seconds - startSeconds, 0), length);
    return sum + (fromRate + ((toRate - fromRate) * covered) / length / 2) * covered;
  }, 0);
}

test('due times never go back, and the area at a due time is the request number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), stages, (startRate, list) => {
      const line = rateLine(startRate, list);
      const total = countRequests(line);
      let previous = 0;
      const step = Math.max(1, Math.floor(total / 200));
      for (let k = 0; k < total; k += step) {
        const due = timeOfArea(line, k);
        expect(due).toBeGreaterThanOrEqual(previous);
        expect(due).toBeLessThanOrEqual(line.seconds);
        expect(Math.abs(areaAt(line, due) - k)).toBeLessThan(1e-3);
        previous = due;
      }
    }),
  );
});
