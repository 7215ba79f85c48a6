import { emptySample } from '@plimsoll/contracts/empty-sample';
import type { Sample } from '@plimsoll/contracts/sample';
import { openAbortJudge } from '@plimsoll/statistics/abort-judge';
import { expect, test } from 'vitest';
import { IntervalBuffer } from '../recording/interval-buffer.ts';

/** A second in which `fast` took 10 ms and `slow` 100 ms, ten times each. */
function createSecond(second: number): Sample {
  const buffer = new IntervalBuffer(60_000_000, true, ['fast', 'slow']);
  for (let n = 0; n < 10; n++)
    for (const [index, us] of [10_000, 100_000].entries())
      for (const counters of [buffer, buffer.byRequest[index]]) counters?.times.responseTime.record(us);
  const nothing = emptySample({ second, lengthMs: 1000 });
  return { ...buffer.take(nothing), generator: nothing.generator };
}

test('a threshold on one request is judged by that request, from the tenth second on', () => {
  const told = (expression: string) => {
    const { judge } = openAbortJudge([expression]);
    return Array.from({ length: 11 }, (_, second) => judge(createSecond(second)) !== null).indexOf(true);
  };
  expect([told('p(50){slow} < 50ms'), told('p(50){fast} < 50ms'), told('max < 50ms')]).toEqual([9, -1, 9]);
  // A figure that only grows may still reach it.
  expect([told('messages > 5'), told('messages_per_second > 5'), told('messages < 5')]).toEqual([-1, 9, -1]);
});
