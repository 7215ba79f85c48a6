import type { Sample } from '@plimsoll/contracts/sample';
import { describe, expect, it } from 'vitest';
import { simulatedMix, simulateSeconds } from '../../test/support/simulated-run.ts';
import { createRandom } from '../bootstrap/random.ts';
import { StoredBytesError } from '../bytes/byte-stream.ts';
import { summarise } from '../run/summary.ts';
import { mergeMinutes, replaceByMinutes } from './merge-minutes.ts';
import { decodeMinutes, encodeMinutes } from './minutes-codec.ts';

const random = createRandom(7);

/** Two shards a second, of which the last is cut off; some seconds have errors, and one request is seldom sent. */
function twoShards(seconds: number): Sample[] {
  const load = { seconds, rate: 8, medianUs: 9000, spread: 0.6, drift: 0.1, correlation: 0.4, errorRate: 0.1 };
  const shard = (seed: number) =>
    simulatedMix({ cart: simulateSeconds(load, seed), pay: simulateSeconds({ ...load, rate: 0.5 }, seed + 1) }, 4).map((sample): Sample => {
      const lost = Math.floor(random() * 3);
      const message = `m${Math.floor(random() * 4)}`;
      return {
        ...sample,
        lengthMs: sample.second === seconds - 1 ? 123.4567 : 1000,
        failed: sample.failed + lost,
        outcomes: { ...(lost > 0 && { reset: lost }), ...sample.outcomes },
        stragglers: random() < 0.1 ? { timeout: 1 } : {},
        connections: { ...sample.connections, open: Math.floor(random() * 9) },
        errors: lost > 0 ? [{ second: sample.second, outcome: 'reset', status: null, message, body: null, request: null }] : [],
        byRequest: random() < 0.2 ? sample.byRequest.slice(0, 1) : sample.byRequest,
      };
    });
  const other = shard(20);
  return shard(10).flatMap((sample, index) => [sample, other[index] as Sample]);
}

describe('minutes of a run', () => {
  it('give the summary that all of its seconds give, to the last bit, as they were kept', () => {
    const samples = twoShards(250);
    const minutes = mergeMinutes(samples.filter(({ warmup }) => !warmup));
    // The last one holds a second that was cut off.
    expect(minutes.map(({ second }) => second)).toEqual([4, 60, 120, 180]);
    const kept = decodeMinutes(encodeMinutes(minutes));
    const condensed = replaceByMinutes(samples, kept);
    expect(condensed).toHaveLength(2 * 4 + 4 + 2 * 10);
    expect(JSON.stringify(summarise(condensed, undefined, samples))).toBe(JSON.stringify(summarise(samples)));
  });

  it('are never read from bytes that end too early or were changed', () => {
    const bytes = encodeMinutes(mergeMinutes(twoShards(61)));
    for (const length of [0, 3, 4, 5, 100, bytes.length - 1]) expect(() => decodeMinutes(bytes.slice(0, length))).toThrow(StoredBytesError);
    const damaged = bytes.slice();
    damaged[bytes.length >> 1] = (damaged[bytes.length >> 1] as number) ^ 1;
    expect(() => decodeMinutes(damaged)).toThrow(StoredBytesError);
  });
});
