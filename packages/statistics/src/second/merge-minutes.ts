/** Whole minutes as one sample each: what a summary of many seconds is made of without reading each of them. */
import type { Sample } from '@plimsoll/contracts/sample';
import { sampleFields } from '@plimsoll/contracts/sample-fields';
import { mergeGroup } from './merge-fields.ts';
import { mergeSamples } from './merge-samples.ts';
import { groupBySecond } from './seconds.ts';

export const minuteSeconds = 60;

export function minuteOf(second: number): number {
  return Math.floor(second / minuteSeconds);
}

/**
 * The minutes of measured samples, each with what was measured of it; `second` is its first one. A minute with a second that is no whole
 * number of ms long is left out: fractions are rounded otherwise when they are added in another order, and nothing else is.
 */
export function mergeMinutes(measured: readonly Sample[]): Sample[] {
  const minutes = new Map<number, Sample[][]>();
  for (const { second, shards } of groupBySecond(measured)) {
    const minute = minutes.get(minuteOf(second));
    if (minute) minute.push(shards);
    else minutes.set(minuteOf(second), [shards]);
  }
  const whole = [...minutes.values()].filter((seconds) => seconds.flat().every(({ lengthMs }) => Number.isInteger(lengthMs)));
  return whole.map((seconds) => ({ ...mergeSamples(sampleFields, seconds.flat(), 'seconds'), ...mergeGroup(sampleFields, seconds) }));
}

/** Samples with those that lie in minutes replaced by them; all by rising second. A summary of them is the same to the last bit. */
export function replaceByMinutes(samples: readonly Sample[], minutes: readonly Sample[]): Sample[] {
  const left = new Map(minutes.map((minute) => [minuteOf(minute.second), minute]));
  const merged = new Set(left.keys());
  return samples.flatMap((sample) => {
    const number = minuteOf(sample.second);
    if (sample.warmup || !merged.has(number)) return [sample];
    const minute = left.get(number);
    left.delete(number);
    return minute ? [minute] : [];
  });
}
