import { noStreams } from '@plimsoll/contracts/empty-sample';
import { type Sample, unknownMachine } from '@plimsoll/contracts/sample';
import { histogramNames } from '@plimsoll/contracts/times';
import { emptyHistogram, encode } from '@plimsoll/statistics/histogram';
import { expect, test } from 'vitest';
import { openSeconds } from './watch-thresholds.ts';

const times = encode(emptyHistogram());
function told(second: number, sent: number): Sample {
  return {
    second,
    lengthMs: 1000,
    warmup: false,
    planned: sent,
    sent,
    dropped: 0,
    done: sent,
    failed: 0,
    outcomes: { response: sent },
    statuses: {},
    grpcStatuses: {},
    ...noStreams,
    doneTimeUs: 0,
    failedTimeUs: 0,
    bytes: { sent: 0, received: 0 },
    stragglers: {},
    inFlight: 0,
    waiting: 0,
    slots: 10,
    busySlotMs: 0,
    peakInFlight: 0,
    blocked: 0,
    connections: { opened: 0, reused: 0, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 0 },
    histograms: Object.fromEntries(histogramNames.map((name) => [name, times])) as Sample['histograms'],
    byRequest: [],
    errors: [],
    traces: [],
    generator: { cpu: 0, eventLoopDelayP99Us: 0, eventLoopUtilisation: 0, rssBytes: 0, clockDriftMs: 0, ...unknownMachine },
  };
}

test('seconds of several generators are handed out whole, once, in order', () => {
  const seconds = openSeconds(2);
  const add = (...samples: Sample[]) => seconds.add(samples).map(({ second, sent }) => [second, sent]);
  expect(add(told(0, 3))).toEqual([]);
  expect(add(told(1, 4), told(1, 5))).toEqual([]);
  expect(add(told(0, 2))).toEqual([
    [0, 5],
    [1, 9],
  ]);
  expect(add(told(2, 1), told(3, 1), told(4, 1))).toEqual([]);
  // One is through with its share: what it does not tell is not waited for longer than three seconds.
  expect(add(told(5, 1))).toEqual([[2, 1]]);
  expect(add(told(6, 1))).toEqual([[3, 1]]);
});
