/** Loads that are made together, by the loop that holds them: their order, and the end of all with one. Which client sends is all the same. */
import { startWitness } from '@plimsoll/testbed/witness';
import { expect, test } from 'vitest';
import { planFor, runPlansTogether } from './support/harness.ts';

test('at each due time one request of each is sent, in an order that is drawn anew', async () => {
  const pairs = 400;
  const load = { model: 'open', rate: 100, duration: '4s' } as const;
  const witness = await startWitness({ delayMs: 2, log: true });
  const [first, second] = await runPlansTogether([0, 1].map(() => planFor(witness.url, load)));
  const order = (await witness.log()).map(({ runId }) => runId);
  await witness.close();
  expect(order).toHaveLength(2 * pairs);
  const went = (runId: string | undefined) => order.flatMap((each, at) => (each === runId ? [at] : []));
  const [ofFirst, ofSecond] = [went(first?.runId), went(second?.runId)];
  const led = ofFirst.map((at, pair) => at < (ofSecond[pair] ?? 0));
  // Nobody is a whole due time ahead, but where the machine stood still and several fell due at once.
  const apart = ofFirst.filter((at, pair) => Math.abs(at - (ofSecond[pair] ?? 0)) > 3);
  expect(apart.length).toBeLessThanOrEqual(pairs / 50);
  // 4.5 standard deviations: one seed in a hundred thousand is beyond.
  expect(Math.abs(led.filter(Boolean).length - pairs / 2)).toBeLessThan(4.5 * Math.sqrt(pairs / 4));
  const changes = led.slice(1).filter((each, at) => each !== led[at]).length;
  expect(Math.abs(changes - (pairs - 1) / 2)).toBeLessThan(4.5 * Math.sqrt((pairs - 1) / 4));
});

// Ten seconds pass before a threshold is judged: they wait side by side.
test.concurrent.each([1, 2])('if one stops by itself on %i threads, all stop, and each says its own cause', async (threads) => {
  const witnesses = await Promise.all([startWitness({ delayMs: 2 }), startWitness({ delayMs: 5 })]);
  const load = { model: 'open', rate: 100, duration: '60s' } as const;
  const strict = { abortOnFail: true, thresholds: ['p(95) < 1ms'] };
  const plans = witnesses.map(({ url }, arm) => planFor(url, load, arm === 0 ? strict : {}));
  const [stopped, other] = await runPlansTogether(plans, { threads });
  expect([stopped?.end.reason, stopped?.end.ending.kind]).toEqual(['auto_stopped', 'thresholdBroken']);
  expect([other?.end.reason, other?.end.ending.kind]).toEqual(['stopped', 'otherStopped']);
  for (const [arm, one] of [stopped, other].entries())
    expect((await witnesses[arm]?.counts())?.byRun[one?.runId ?? '']).toBe(one?.totals.sent);
  await Promise.all(witnesses.map((witness) => witness.close()));
});
