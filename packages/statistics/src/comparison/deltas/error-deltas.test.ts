import { expect, it } from 'vitest';
import { makeSample } from '../../../test/support/simulated-run.ts';
import { summarise } from '../../run/summary.ts';
import { errorDeltas } from './error-deltas.ts';

const withErrors = (done: number, statuses: Record<string, number>, outcomes: Record<string, number> = {}) => {
  const answered = Object.values(statuses).reduce((sum, n) => sum + n, done);
  const failed = answered - done + Object.values(outcomes).reduce((sum, n) => sum + n, 0);
  return summarise([
    makeSample(0, { done, failed, outcomes: { response: answered, ...outcomes }, statuses: { '200': done, ...statuses } }),
  ]);
};

it('says which errors are new, which are gone and which changed, counted over all runs of each arm', () => {
  const base = [withErrors(90, { 500: 10 }), withErrors(78, { 500: 20, 404: 1 }, { reset: 1 })];
  const candidate = [withErrors(40, { 500: 30, 503: 10 }, { timeout: 19, reset: 1 })];
  expect(errorDeltas(base, candidate)).toEqual([
    { kind: 'timeout', change: 'new', base: 0, candidate: 19, baseShare: 0, candidateShare: 0.19 },
    { kind: '503', change: 'new', base: 0, candidate: 10, baseShare: 0, candidateShare: 0.1 },
    { kind: '404', change: 'gone', base: 1, candidate: 0, baseShare: 1 / 200, candidateShare: 0 },
    { kind: '500', change: 'both', base: 30, candidate: 30, baseShare: 30 / 200, candidateShare: 0.3 },
    { kind: 'reset', change: 'both', base: 1, candidate: 1, baseShare: 1 / 200, candidateShare: 0.01 },
  ]);
  expect(errorDeltas([summarise([])], [summarise([])])).toEqual([]);
  expect(errorDeltas([summarise([])], candidate.slice(0, 1)).every(({ baseShare }) => baseShare === 0)).toBe(true);
});
