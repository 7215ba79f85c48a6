/** Where good answers fall below what was usual while as much was asked for, and where they are back. */

import { medianOf } from '../second/spans.ts';
import type { RatedSecond } from './rated-second.ts';

export interface Dip {
  /** Places of its first second and of the first one after it; the end of the list where it was not over. */
  readonly from: number;
  readonly to: number;
  readonly recovered: boolean;
  readonly usualRate: number;
}

/** A fall by this share in two seconds running is a dip … */
const fallen = 0.7;
/** … and a deeper one already in a single second: a second may catch half of a pause. */
const fallenDeep = 0.5;
/** Back is back to nearly what was usual, for some seconds: a fall in between is the same dip. */
export const back = 0.9;
const backSeconds = 2;
/** The usual count is the median of so many seconds before, and of so many at least. */
export const usualSeconds = 10;
const leastUsual = 3;
/** Chance: standard deviations of a count. */
const deviations = 4;

/** `steady`: the same number of connections all the time, which is what a closed load's rate follows. */
export function findDips(seconds: readonly RatedSecond[], open: boolean, steady: boolean): Dip[] {
  if (!open && !steady) return [];
  const dips: Dip[] = [];
  const usual: number[] = [];
  for (let at = 0; at < seconds.length; at++) {
    if (open && isIdle(seconds[at])) continue;
    const rate = usual.length >= leastUsual ? medianOf(usual) : null;
    if (rate !== null && isFallen(seconds, at, rate, open)) {
      const { to, recovered } = findReturn(seconds, at, rate, open);
      dips.push({ from: at, to, recovered, usualRate: rate });
      at = to - 1;
      continue;
    }
    usual.push((seconds[at] as RatedSecond).goodRate);
    if (usual.length > usualSeconds) usual.shift();
  }
  return dips;
}

/** As much as usual, or as little as was asked for. */
function due({ expectedRate }: RatedSecond, usual: number, open: boolean): number {
  return open ? Math.min(expectedRate, usual) : usual;
}

function isBelow(second: RatedSecond | undefined, usual: number, open: boolean, share: number): boolean {
  if (!second) return false;
  const expected = due(second, usual, open);
  return second.goodRate < share * expected && expected - second.goodRate > deviations * Math.sqrt(expected + 1);
}

function isFallen(seconds: readonly RatedSecond[], at: number, usual: number, open: boolean): boolean {
  const [here, next] = [seconds[at], seconds[at + 1]];
  return isBelow(here, usual, open, fallenDeep) || (isBelow(here, usual, open, fallen) && isBelow(next, usual, open, fallen));
}

/** Back needs good answers, and an open load that asks for some: where nothing is asked for, nobody knows. */
function findReturn(seconds: readonly RatedSecond[], from: number, usual: number, open: boolean): { to: number; recovered: boolean } {
  const isBack = (second: RatedSecond) => second.done > 0 && second.goodRate >= back * due(second, usual, open) - second.noise;
  for (let at = from + 1; at < seconds.length; at++) {
    if (open && isIdle(seconds[at])) return { to: at, recovered: false };
    if (seconds.slice(at, at + backSeconds).every(isBack)) return { to: at, recovered: true };
  }
  return { to: seconds.length, recovered: false };
}

function isIdle(second: RatedSecond | undefined): boolean {
  return second?.planned === 0;
}
