import { emptySample } from '@plimsoll/contracts/empty-sample';
import { decode } from '@plimsoll/statistics/histogram';
import { expect, test } from 'vitest';
import { ThreadMerger } from '../threads/thread-merger.ts';
import { IntervalBuffer } from './interval-buffer.ts';
import { mergeThreadSamples, type ThreadSample } from './thread-sample.ts';

const health = { eventLoopDelayP99Us: 1, eventLoopUtilisation: 0.5, idleSpinUs: 10, clockDriftMs: 0, waitedForCore: null };
/** Times of even µs are those of the request `even`. */
function createSample(second: number, times: number[]): ThreadSample {
  const buffer = new IntervalBuffer(60_000_000, true, ['even', 'odd']);
  for (const us of times)
    for (const counters of [buffer, buffer.byRequest[us % 2]]) {
      if (!counters) continue;
      counters.times.responseTime.record(us);
      counters.sent++;
      counters.statuses[200] = (counters.statuses[200] ?? 0) + 1;
    }
  const nothing = emptySample({ second, lengthMs: 1000 });
  const connections = { ...nothing.connections, opened: 1, open: 1 };
  return { ...buffer.take({ ...nothing, inFlight: 1, peakInFlight: 1, connections, bytes: { sent: 10, received: 20 } }), health };
}

test('a second of several threads is emitted when all have delivered it, with sums and merged histograms', () => {
  const seen: ThreadSample[] = [];
  const merge = new ThreadMerger(2, (sample) => seen.push(sample));
  merge.add(0, createSample(0, [100, 200]));
  merge.add(0, createSample(1, [5]));
  expect(seen).toHaveLength(0);
  merge.add(1, createSample(0, [300, 400_000]));
  expect(seen).toHaveLength(1);
  merge.end(1);
  expect(seen.map((sample) => [sample.second, sample.sent])).toEqual([
    [0, 4],
    [1, 1],
  ]);
  const [first] = seen;
  const whole = createSample(0, [100, 200, 300, 400_000]);
  expect(decode(first?.histograms.responseTime as Uint8Array)).toEqual(decode(whole.histograms.responseTime));
  expect([first?.inFlight, first?.bytes.received, first?.connections.opened, first?.statuses]).toEqual([2, 40, 2, { 200: 4 }]);
});

test('each request of a plan is merged with itself', () => {
  const merged = mergeThreadSamples([createSample(0, [100, 201, 303]), createSample(0, [400_000])]);
  expect(merged.byRequest.map(({ name, sent, statuses }) => [name, sent, statuses])).toEqual([
    ['even', 2, { 200: 2 }],
    ['odd', 2, { 200: 2 }],
  ]);
  const even = merged.byRequest[0]?.histograms.responseTime as Uint8Array;
  expect(decode(even)).toEqual(decode(createSample(0, [100, 400_000]).byRequest[0]?.histograms.responseTime as Uint8Array));
});
