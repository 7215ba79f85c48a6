/** A measured second of a run, its shards merged, as stamp and limits read it. */
import type { Sample } from '@plimsoll/contracts/sample';
import { fieldsIn, sampleFields } from '@plimsoll/contracts/sample-fields';
import { mergeFields } from '../second/merge-fields.ts';
import { groupBySecond } from '../second/seconds.ts';

const { slots, busySlotMs, blocked } = sampleFields;
const secondFields = { ...fieldsIn('point'), slots, busySlotMs, blocked };

export interface MeasuredSecond extends Pick<Sample, keyof typeof secondFields> {
  readonly second: number;
  readonly shards: readonly Sample[];
}

/** By rising second, without the warm-up. */
export function listMeasured(samples: readonly Sample[]): MeasuredSecond[] {
  return groupBySecond(samples.filter(({ warmup }) => !warmup)).map(({ second, shards }) => ({
    second,
    shards,
    ...mergeFields(secondFields, shards, 'shards'),
  }));
}
