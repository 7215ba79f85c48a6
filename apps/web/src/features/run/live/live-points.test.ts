import { noTimes, type Point, type Times, unknownMachine } from '@plimsoll/contracts/sample';
import { type HistogramName, histogramNames } from '@plimsoll/contracts/times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withPoint, withPoints } from './live-points.ts';

function point(second: number, seconds = 1, sent = 1): Point {
  return {
    second,
    seconds,
    lengthMs: seconds * 1000,
    warmup: false,
    planned: sent,
    sent,
    dropped: 0,
    done: sent,
    failed: 0,
    outcomes: {},
    statuses: {},
    doneTimeUs: 0,
    failedTimeUs: 0,
    bytes: { sent: 0, received: 0 },
    inFlight: 0,
    waiting: 0,
    connections: { opened: 0, reused: 0, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 0 },
    ...(Object.fromEntries(histogramNames.map((name) => [name, noTimes])) as Record<HistogramName, Times>),
    stream: null,
    grpc: null,
    byRequest: [],
    generator: { cpu: 0, eventLoopDelayP99Us: 0, eventLoopUtilisation: 0, rssBytes: 0, clockDriftMs: 0, ...unknownMachine },
  };
}
const seconds = (points: readonly Point[]) => points.map(({ second }) => second);

describe('live points', () => {
  it('hold each second once, in order, however often and in whatever order it arrives', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: 1 }), (arrived) => {
        const points = withPoints(
          [],
          arrived.map((second) => point(second)),
        );
        expect(seconds(points)).toEqual([...new Set(arrived)].sort((a, b) => a - b));
      }),
    );
  });

  it('take the later word about the same second, when a slower shard has reported', () => {
    expect(withPoint([point(0), point(1, 1, 5)], point(1, 1, 9)).map(({ sent }) => sent)).toEqual([1, 9]);
  });

  it('ignore a second that a coarser point already holds', () => {
    const merged = [point(0, 4), point(4, 3)];
    expect(withPoints(merged, [point(4), point(5), point(6)])).toEqual(merged);
    expect(seconds(withPoint(merged, point(7)))).toEqual([0, 4, 7]);
  });

  it('give way to a coarser point that covers them', () => {
    expect(seconds(withPoint([point(0), point(1), point(2), point(3)], point(0, 3)))).toEqual([0, 3]);
  });
});
