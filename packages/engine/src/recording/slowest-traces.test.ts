import { mostTraces, type RequestTrace } from '@plimsoll/contracts/request-trace';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepSlowest, slowestOf } from './slowest-traces.ts';

const timesUs = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 30 });
const traceOf = (responseTimeUs: number): RequestTrace => ({
  traceId: '1'.repeat(32),
  second: 0,
  responseTimeUs,
  outcome: 'response',
  status: 200,
  request: null,
});
const slowest = (times: readonly number[]) => times.toSorted((one, other) => other - one).slice(0, mostTraces);
const keep = (times: readonly number[]) => {
  const kept: RequestTrace[] = [];
  for (const time of times) keepSlowest(kept, traceOf(time));
  return kept;
};
const timesOf = (traces: readonly RequestTrace[]) => traces.map(({ responseTimeUs }) => responseTimeUs);

it('keeps the slowest, slowest first, of one thread and of all threads', () => {
  fc.assert(
    fc.property(fc.array(timesUs, { maxLength: 4 }), (threads) => {
      for (const times of threads) expect(timesOf(keep(times))).toEqual(slowest(times));
      expect(timesOf(slowestOf(threads.flatMap(keep)))).toEqual(slowest(threads.flat()));
    }),
  );
});
