import { type Misbehaviour, startMisbehaving } from '@plimsoll/testbed/targets/misbehaving';
import { describe, expect, test } from 'vitest';
import { planFor, runPlan, testedClient } from './support/harness.ts';

/** The outcome that every one of the requests must have. */
const expected: Record<Exclude<Misbehaviour, 'closeAfter'>, string> = {
  stall: 'timeout',
  stallInBody: 'timeout',
  drip: 'timeout',
  reset: 'reset',
  resetInBody: 'reset',
  halfClose: 'closed_early',
  shortLength: 'closed_early',
  longLength: 'response',
  chunkedGarbage: 'protocol',
  chunkedBrokenOff: 'closed_early',
  noHttp: 'protocol',
  endlessHeaders: 'protocol',
  endlessBody: 'timeout',
  bodyWith204: 'response',
  informational: 'response',
  // undici treats it as an error; RFC 9110 (15.2) has clients expect it (docs/measuring.md).
  unasked100: testedClient === 'undici' ? 'protocol' : 'response',
  trailers: 'response',
  twice: 'response',
  sayClose: 'response',
  sayCloseOnly: 'response',
  http10: 'response',
  upgrade: 'protocol',
};

describe('a target that misbehaves gets a named outcome', () => {
  test.each(Object.entries(expected) as [Misbehaviour, string][])('%s → %s', async (kind, outcome) => {
    const target = await startMisbehaving(kind);
    const timeout = outcome === 'timeout' ? '300ms' : '20s';
    const { end, totals } = await runPlan(planFor(target.url, { model: 'closed', connections: 2, requests: 6 }, { timeout }));
    await target.close();
    expect(totals.outcomes).toEqual({ [outcome]: 6 });
    expect(end.reason).toBe('requests');
    expect([totals.planned, totals.sent, totals.ended]).toEqual([6, 6, 6]);
    expect(target.requests()).toBe(6);
    if (outcome !== 'response') {
      expect(totals.errors).toHaveLength(5);
      expect(totals.errors[0]?.outcome).toBe(outcome);
    }
  });

  test('a target that closes after its answer, though it promised to stay, costs at most the request that crossed its close', async () => {
    const target = await startMisbehaving('closeAfter');
    const { totals } = await runPlan(planFor(target.url, { model: 'closed', connections: 2, requests: 20 }));
    await target.close();
    expect((totals.outcomes.response ?? 0) + (totals.outcomes.closed_early ?? 0) + (totals.outcomes.reset ?? 0)).toBe(20);
    expect(totals.outcomes.response ?? 0).toBeGreaterThanOrEqual(10);
    expect(totals.closedByPeer).toBeGreaterThan(0);
  });

  test('nobody listens → connect_refused, counted and not timed', async () => {
    const { totals } = await runPlan(planFor('http://127.0.0.1:1/', { model: 'closed', connections: 2, requests: 10 }));
    expect(totals.outcomes).toEqual({ connect_refused: 10 });
    expect([totals.sent, totals.failed, totals.failedConnections, totals.opened]).toEqual([10, 10, 10, 0]);
    expect(totals.responseTime.count).toBe(0);
  });

  test('pipelined requests behind one that breaks off are never sent again', async () => {
    const target = await startMisbehaving('closeAfter');
    const plan = planFor(target.url, { model: 'closed', connections: 2, requests: 40 }, { connection: { pipelining: 4 } });
    const { totals } = await runPlan(plan);
    await target.close();
    expect(totals.ended).toBe(40);
    expect(totals.sent).toBe(40);
    expect(target.requests()).toBeLessThanOrEqual(40);
    expect((totals.outcomes.response ?? 0) + (totals.outcomes.closed_early ?? 0) + (totals.outcomes.reset ?? 0)).toBe(40);
  });
});
