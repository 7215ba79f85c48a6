/** Loads that take turns: one of them sends at a time, on connections that stay open, and the first part of each turn is in no figure. */
import { orderAt } from '@plimsoll/contracts/turns';
import { expect, test } from 'vitest';
import { testedClient } from './support/harness.ts';
import { groups, onOneTarget, open, turns } from './support/turn-loads.ts';

const closed = { model: 'closed', connections: 4, duration: '4s' } as const;
/** Threads share a load as ever, whatever client is in them. */
const threadCounts = testedClient === 'undici' ? [1, 2] : [2];

/** Requests that reached the target while the other load had its turn. */
function outOfTurn(log: readonly { readonly atMs: number; readonly runId: string }[], runIds: readonly string[]) {
  const [startMs, grace] = [log[0]?.atMs ?? 0, 0.15];
  const begins = runIds.map((_, side) => groups.map((second) => 2 * second + turns.blockSeconds * orderAt(turns, second).indexOf(side)));
  return log.flatMap(({ atMs, runId }) => {
    const [at, side] = [(atMs - startMs) / 1000, runIds.indexOf(runId)];
    return begins[side]?.some((from) => at > from - grace && at < from + turns.blockSeconds + grace) ? [] : [{ at, side, begins }];
  });
}

test.each(threadCounts)('open loads on %i threads: one sends at a time, and each has all of its requests, to the one', async (threads) => {
  const { runs, counts, log } = await onOneTarget(open, { threads });
  expect(runs.map(({ runId }) => counts.byRun[runId])).toEqual([400, 400]);
  for (const { end, samples, all, totals } of runs) {
    expect(end.reason).toBe('duration');
    // An answer that comes after the burn-in in which it was sent is in no second's figures, and counted beside them.
    const after = Object.values(all.stragglers).reduce((sum, count) => sum + count, 0);
    expect([all.planned, all.sent, all.dropped, all.done + after]).toEqual([400, 400, 0, 400]);
    expect([totals.planned, totals.sent, totals.done, totals.ended]).toEqual([200, 200, 200, 200]);
    expect(samples.slice(0, 4).map(({ second, warmup, planned }) => [second, warmup, planned])).toEqual(
      [0, 1, 2, 3].map((second) => [second, second % 2 === 0, 100]),
    );
  }
  expect(
    outOfTurn(
      log,
      runs.map(({ runId }) => runId),
    ),
  ).toEqual([]);
});

test.each(threadCounts)('closed loads on %i threads wait on their open connections, and go on in their next turn', async (threads) => {
  const { runs, counts, log } = await onOneTarget(closed, { threads }, 10);
  for (const { runId, end, samples, all, totals } of runs) {
    expect(end.reason).toBe('duration');
    expect(counts.byRun[runId]).toBe(all.sent);
    expect(all.opened).toBe(4);
    // Two measured seconds of four connections that wait 10 ms for each answer.
    expect(totals.lengthMs).toBe(2000);
    // In each of them, however little a busy machine lets it send.
    for (const { sent } of samples.slice(0, 4)) expect(sent).toBeGreaterThan(0);
    expect(totals.sent).toBeLessThanOrEqual(800);
    expect(all.sent).toBe(all.ended + Object.values(all.stragglers).reduce((sum, count) => sum + count, 0));
  }
  expect(counts.mostAtOnce).toBeLessThanOrEqual(8);
  expect(
    outOfTurn(
      log,
      runs.map(({ runId }) => runId),
    ),
  ).toEqual([]);
});
