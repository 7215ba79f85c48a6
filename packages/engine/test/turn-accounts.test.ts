/** The accounts of loads that take turns. They are kept by the loop, not by the client that sends. */
import { orderAt } from '@plimsoll/contracts/turns';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { startGrpcServer } from '@plimsoll/testbed/targets/grpc-server';
import { startWitness } from '@plimsoll/testbed/witness';
import { expect, onTestFinished, test } from 'vitest';
import { echoPlan } from './support/echo-plan.ts';
import { planFor, runPlansTogether, wait } from './support/harness.ts';
import { groups, onOneTarget, open, turns } from './support/turn-loads.ts';

test('what a target does after a change of sides is in no figure', async () => {
  let [last, changedMs] = ['', 0];
  const { url, close } = await startHttpTarget((request, response) => {
    const run = String(request.headers['x-load-test-run']);
    if (run !== last) [last, changedMs] = [run, performance.now()];
    setTimeout(() => response.end('ok'), performance.now() - changedMs < 700 ? 120 : 5);
  });
  onTestFinished(close);
  // Each of the blocks follows one of the other side.
  const alternating = [...Array(10_000).keys()].find(
    (seed) => new Set(groups.map((second) => orderAt({ ...turns, seed }, second)[0])).size === 1,
  );
  const runs = await runPlansTogether(
    [0, 1].map(() => planFor(`${url}/`, open)),
    { turns: { ...turns, seed: alternating ?? 0 } },
  );
  // Slow answers are a third of all. A machine that stands still now and then makes fewer slow.
  for (const { totals, all } of runs) {
    expect(totals.serviceTime.p75Us).toBeLessThan(80_000);
    expect(all.serviceTime.p75Us).toBeGreaterThan(110_000);
  }
});

test('answers that come in the turn of the other side, or in the next burn-in, count where their request was sent', async () => {
  const { runs, counts } = await onOneTarget({ ...open, rate: 20 }, {}, 2600);
  for (const { runId, all, totals } of runs) {
    expect(counts.byRun[runId]).toBe(80);
    expect([totals.planned, totals.sent, totals.ended, totals.done]).toEqual([40, 40, 40, 40]);
    expect(totals.responseTime.minUs).toBeGreaterThan(2_500_000);
    expect(all.sent).toBe(all.ended + Object.values(all.stragglers).reduce((sum, count) => sum + count, 0));
  }
});

test("the plan's warm-up is a turn of its own, and a stop in the middle keeps all counts", async () => {
  const witness = await startWitness({ delayMs: 3 });
  onTestFinished(() => witness.close());
  const controller = new AbortController();
  const running = runPlansTogether(
    [0, 1].map(() => planFor(witness.url, { ...open, rate: 50 }, { warmup: '1s' })),
    { turns: { ...turns, warmupSeconds: 1, lengthSeconds: 5 }, signal: controller.signal },
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
  onTestFinished(() => server.close());
  const load = { model: 'open', rate: 30, duration: '4s' } as const;
  const call = { messages: [{ text: 'a' }, { text: 'b' }], messagesPerStream: 3 };
  const runs = await runPlansTogether(
    [0, 1].map(() => echoPlan(server, 'Collect', call, load)),
    { turns },
  );
  const messages = server.calls.reduce((sum, one) => sum + one.messages.length, 0);
  expect(server.calls).toHaveLength(runs.reduce((sum, { all }) => sum + all.sent, 0));
  expect(messages).toBe(runs.reduce((sum, { all }) => sum + all.messages.sent, 0));
  for (const { all, totals } of runs) {
    expect(all.sent).toBe(120);
    expect(totals.sent).toBe(60);
    expect(totals.grpcStatuses).toEqual({ OK: 60 });
  }
});
