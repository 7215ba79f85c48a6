import { histogramNames, type Sample } from '@plimsoll/contracts/sample';
import { emptyHistogram, encode, record } from '@plimsoll/statistics/histogram';
import { pointsOf } from '@plimsoll/statistics/point';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pointsInTurns } from './chart-points.ts';

function sampleAt(second: number, warmup: boolean): Sample {
  const histogram = emptyHistogram();
  record(histogram, 1000 + second, 3);
  const encoded = encode(histogram);
  return {
    second,
    lengthMs: 1000,
    warmup,
    planned: 3,
    sent: 3,
    dropped: 0,
    done: 3,
    failed: 0,
    outcomes: { response: 3 },
    statuses: { '200': 3 },
    doneTimeUs: 3000,
    failedTimeUs: 0,
    byRequest: [],
    bytes: { sent: 1, received: 2 },
    stragglers: {},
    inFlight: second % 7,
    waiting: 0,
    connections: { opened: 1, reused: 2, closedByPeer: 0, closedByUs: 0, failed: 0, tlsHandshakes: 0, open: 3 },
    histograms: Object.fromEntries(histogramNames.map((name) => [name, encoded])) as Sample['histograms'],
    errors: [],
    generator: { cpu: 0.1, eventLoopDelayP99Us: 1, eventLoopUtilisation: 0.1, rssBytes: 1, clockDriftMs: 0 },
  };
}

it('gives the points that one go would give, whatever the length, resolution, warm-up and number of shards', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 450 }),
      fc.integer({ min: 1, max: 17 }),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 3 }),
      async (seconds, resolution, warmup, shards) => {
        const samples = Array.from({ length: shards }, () => Array.from({ length: seconds }, (_, s) => sampleAt(s, s < warmup))).flat();
        expect(await pointsInTurns(samples, resolution)).toEqual(pointsOf(samples, resolution));
      },
    ),
    { numRuns: 12 },
  );
});
