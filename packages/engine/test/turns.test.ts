/** Loads that take turns: one of them sends at a time, on connections that stay open, and the first part of each turn is in no figure. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { orderAt, type TurnPlan } from '@plimsoll/contracts/turns';
import { startGrpcServer } from '@plimsoll/testbed/targets/grpc-server';
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { afterEach, expect, test } from 'vitest';
import { echoPlan } from './support/echo-plan.ts';
import { planFor, runPlansTogether, wait } from './support/harness.ts';

let witness: Witness | undefined;
afterEach(async () => {
  await witness?.close();
  witness = undefined;
});

const turns: TurnPlan = { sides: 2, blockSeconds: 2, burnInSeconds: 1, warmupSeconds: 0, lengthSeconds: 6, seed: 31 };
const open = { model: 'open', rate: 100, duration: '6s' } as const;
const closed = { model: 'closed', connections: 4, duration: '6s' } as const;

async function onOneTarget(load: Parameters<typeof planFor>[1], options: Parameters<typeof runPlansTogether>[1] = {}, delayMs = 3) {
  witness = await startWitness({ delayMs, log: true });
  const { url } = witness;
  const runs = await runPlansTogether(
    [0, 1].map(() => planFor(url, load)),
    { turns, ...options },
  );
  return { runs, counts: await witness.counts(), log: await witness.log() };
}

/** Requests that reached the target while the other load had its turn. */
function outOfTurn(log: readonly { readonly atMs: number; readonly runId: string }[], runIds: readonly string[]) {
  const [startMs, grace] = [log[0]?.atMs ?? 0, 0.15];
  const begins = runIds.map((_, side) =>
    [0, 1, 2].map((group) => turns.blockSeconds * (2 * group + orderAt(turns, group * turns.blockSeconds).indexOf(side))),
  );
  return log.flatMap(({ atMs, runId }) => {
    const [at, side] = [(atMs - startMs) / 1000, runIds.indexOf(runId)];
    return begins[side]?.some((from) => at > from - grace && at < from + turns.blockSeconds + grace) ? [] : [{ at, side, begins }];
  });
}

test.each([1, 2])('open loads on %i threads: one sends at a time, and each has all of its requests, to the one', async (threads) => {
  const { runs, counts, log } = await onOneTarget(open, { threads });
  expect(runs.map(({ runId }) => counts.byRun[runId])).toEqual([600, 600]);
  for (const { end, samples, all, totals } of runs) {
    expect(end.reason).toBe('duration');
    // An answer that comes after the burn-in in which it was sent is in no second's figures, and counted beside them.
    const after = Object.values(all.stragglers).reduce((sum, count) => sum + count, 0);
    expect([all.planned, all.sent, all.dropped, all.done + after]).toEqual([600, 600, 0, 600]);
    expect([totals.planned, totals.sent, totals.done, totals.ended]).toEqual([300, 300, 300, 300]);
    expect(samples.slice(0, 6).map(({ second, warmup, planned }) => [second, warmup, planned])).toEqual(
      [0, 1, 2, 3, 4, 5].map((second) => [second, second % 2 === 0, 100]),
    );
  }
  expect(
    outOfTurn(
      log,
      runs.map(({ runId }) => runId),
    ),
  ).toEqual([]);
});

test.each([1, 2])('closed loads on %i threads wait on their open connections, and go on in their next turn', async (threads) => {
  const { runs, counts, log } = await onOneTarget(closed, { threads }, 10);
  for (const { runId, end, all, totals } of runs) {
    expect(end.reason).toBe('duration');
    expect(counts.byRun[runId]).toBe(all.sent);
    expect(all.opened).toBe(4);
    // Three measured seconds of four connections that wait 10 ms for each answer.
    expect(totals.lengthMs).toBe(3000);
    expect(totals.sent).toBeGreaterThan(600);
    expect(totals.sent).toBeLessThanOrEqual(1200);
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

test('what a target does after a change of sides is in no figure', async () => {
  let [last, changedMs] = ['', 0];
  const server = createServer((request, response) => {
    const run = String(request.headers['x-load-test-run']);
    if (run !== last) [last, changedMs] = [run, performance.now()];
    setTimeout(() => response.end('ok'), performance.now() - changedMs < 500 ? 120 : 5);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // Each of the blocks follows one of the other side.
  const alternating = [...Array(10_000).keys()].find((seed) =>
    [0, 2, 4].every(
      (second, at, all) => at === 0 || orderAt({ ...turns, seed }, second)[0] === orderAt({ ...turns, seed }, all[0] ?? 0)[0],
    ),
  );
  const runs = await runPlansTogether(
    [0, 1].map(() => planFor(url, open)),
    { turns: { ...turns, seed: alternating ?? 0 } },
  );
  server.close();
  for (const { totals, all } of runs) {
    expect(totals.serviceTime.p90Us).toBeLessThan(80_000);
    expect(all.serviceTime.p90Us).toBeGreaterThan(110_000);
  }
});

test('answers that come in the turn of the other side, or in the next burn-in, count where their request was sent', async () => {
  const { runs, counts } = await onOneTarget({ ...open, rate: 20 }, {}, 2600);
  for (const { runId, all, totals } of runs) {
    expect(counts.byRun[runId]).toBe(120);
    expect([totals.planned, totals.sent, totals.ended, totals.done]).toEqual([60, 60, 60, 60]);
    expect(totals.responseTime.minUs).toBeGreaterThan(2_500_000);
    expect(all.sent).toBe(all.ended + Object.values(all.stragglers).reduce((sum, count) => sum + count, 0));
  }
});

test("the plan's warm-up is a turn of its own, and a stop in the middle keeps all counts", async () => {
  witness = await startWitness({ delayMs: 3 });
  const { url } = witness;
  const controller = new AbortController();
  const running = runPlansTogether(
    [0, 1].map(() => planFor(url, { ...open, rate: 50 }, { warmup: '1s' })),
    { turns: { ...turns, warmupSeconds: 1, lengthSeconds: 7 }, signal: controller.signal },
  );
  while (((await witness.counts()).requests ?? 0) === 0) await wait(20);
  await wait(7300);
  controller.abort();
  const runs = await running;
  const { byRun } = await witness.counts();
  for (const { runId, all, samples } of runs) {
    expect(byRun[runId]).toBe(all.sent);
    expect(all.sent).toBe(all.ended + Object.values(all.stragglers).reduce((sum, count) => sum + count, 0));
    expect(samples.slice(0, 3).map(({ warmup }) => warmup)).toEqual([true, true, false]);
    expect(samples.map(({ second }) => second)).toEqual(samples.map((_, at) => at));
  }
});

test('gRPC calls take turns, too: each call and message is counted by its side, as the server counts them', async () => {
  const server = await startGrpcServer();
  const load = { model: 'open', rate: 30, duration: '6s' } as const;
  const call = { messages: [{ text: 'a' }, { text: 'b' }], messagesPerStream: 3 };
  const runs = await runPlansTogether(
    [0, 1].map(() => echoPlan(server, 'Collect', call, load)),
    { turns },
  );
  const messages = server.calls.reduce((sum, one) => sum + one.messages.length, 0);
  await server.close();
  expect(server.calls).toHaveLength(runs.reduce((sum, { all }) => sum + all.sent, 0));
  expect(messages).toBe(runs.reduce((sum, { all }) => sum + all.messages.sent, 0));
  for (const { all, totals } of runs) {
    expect(all.sent).toBe(180);
    expect(totals.sent).toBe(90);
    expect(totals.grpcStatuses).toEqual({ OK: 90 });
  }
});
