import type { OutcomeCounts } from '@plimsoll/contracts/outcome';
import type { Plan } from '@plimsoll/contracts/plan';
import type { Sample } from '@plimsoll/contracts/sample';
import { describe, expect, test } from 'vitest';
import { autoStop } from './auto-stop.ts';

const second = (done: number, failed: number, outcomes: OutcomeCounts = {}, opened = 0) =>
  ({ done, failed, outcomes, connections: { opened } }) as unknown as Sample;

/** At which sample, counted from 1, it says stop; null = never. */
function stopsAfter(samples: Sample[]): number | null {
  const judge = autoStop({ protocol: 'http1' } as Plan['connection']);
  const index = samples.findIndex((sample) => judge(sample) !== null);
  return index < 0 ? null : index + 1;
}
const times = (count: number, sample: Sample) => Array.from({ length: count }, () => sample);

describe('auto-stop', () => {
  test('stops after ten seconds of nothing but connection errors', () => {
    expect(stopsAfter(times(30, second(0, 5, { connect_refused: 5 })))).toBe(10);
  });
  test('does not stop for a target that comes back in between', () => {
    const down = times(9, second(0, 5, { connect_refused: 5 }));
    expect(stopsAfter([...down, second(1, 0, { response: 1 }, 1), ...down])).toBeNull();
  });
  test('stops at nine errors in ten over a minute, not before', () => {
    expect(stopsAfter(times(80, second(1, 9, { response: 10 })))).toBe(60);
    expect(stopsAfter(times(80, second(11, 89, { response: 100 })))).toBeNull();
  });
  test('counts calls where the plan makes calls', () => {
    const judge = autoStop({ protocol: 'grpc' } as Plan['connection']);
    const ends = times(60, second(1, 9, { response: 10 })).map((sample) => judge(sample));
    expect(ends.at(-1)).toEqual({ kind: 'mostlyErrors', seconds: 60, failed: 540, finished: 600, calls: true });
  });
  test('does not judge fewer than 50 requests', () => {
    expect(stopsAfter([...times(49, second(0, 1, { timeout: 1 })), ...times(31, second(0, 0))])).toBeNull();
  });
});
