import { expect, it } from 'vitest';
import { publishMoment } from './publish-moment.ts';
import { WallClock } from './wall-clock.ts';

const read = (path: string, message: unknown) => publishMoment(path)(Buffer.from(JSON.stringify(message)));

it('a time is read in ms, µs, ns and ISO 8601', () => {
  const us = 1_785_000_000_123_000;
  for (const at of [us / 1000, us, us * 1000, String(us), new Date(us / 1000).toISOString()])
    expect(read('$.a[0].at', { a: [{ at }] })).toBe(us);
});

it('a message that tells no time has none', () => {
  for (const at of [null, 'soon', -1, 0, true, {}]) expect(read('$.at', { at })).toBeNull();
  expect(publishMoment('$.at')(Buffer.from('no json'))).toBeNull();
});

it('the time of day is told to the microsecond by a clock of whole milliseconds, and follows one that was set', () => {
  let us = 0;
  let setBy = 1_785_000_000_000_456;
  const wall = new WallClock({ nowUs: () => us }, () => {
    us += 7;
    return Math.floor((setBy + us) / 1000);
  });
  const errorUs = () => {
    const atUs = us;
    return wall.at(atUs) - (setBy + atUs);
  };
  expect(Math.abs(errorUs())).toBeLessThan(10);
  const reads = (count: number) =>
    Array.from({ length: count }, () => {
      us += 991;
      return errorUs();
    });
  expect(Math.max(...reads(1000).map(Math.abs))).toBeLessThan(10);
  setBy -= 3_000_000;
  reads(12_000);
  expect(Math.abs(errorUs())).toBeLessThan(10);
});
