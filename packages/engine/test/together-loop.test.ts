/** Loads that are made together, by the loop that holds them: their order, and the end of all with one. Which client sends is all the same. */
import { startWitness } from '@plimsoll/testbed/witness';
import { expect, test } from 'vitest';
import { planFor, runPlansTogether } from './support/harness.ts';

test('at each due time one request of each is sent, in an order that is drawn anew', async () => {
  const pairs = 400;
  const load = { model: 'open', rate: 100, duration: '4s' } as const;
  const witness = await startWitness({ delayMs: 2, log: true });
  const [first] = await runPlansTogether([0, 1].map(() => planFor(witness.url, load)));
  const log = await witness.log();
  await witness.close();
  expect(log).toHaveLength(2 * pairs);
  // What came at once: a pair, or several that fell due while the machine stood still.
  const bursts: boolean[][] = [];
  log.forEach(({ atMs, runId }, at) => {
    if (atMs - (log[at - 1]?.atMs ?? Number.NEGATIVE_INFINITY) > 5) bursts.push([]);
    bursts.at(-1)?.push(runId === first?.runId);
  });
  // By how many requests the first is ahead after each: by one where the machine stood still inside a pair.
  let ahead = 0;
  const after = bursts.map((burst) => {
    for (const ofFirst of burst) ahead += ofFirst ? 1 : -1;
    return Math.abs(ahead);
  });
  expect(ahead).toBe(0);
  expect(after.filter((by) => by > 1).length).toBeLessThanOrEqual(pairs / 50);
  expect(after.filter((by) => by === 1).length).toBeLessThan(pairs / 4);
  // The target reads many that came at once in an order of its own.
  const led = bursts.filter(({ length, 0: one, 1: other }) => length === 2 && one !== other).map(([ofFirst]) => ofFirst);
  expect(led.length).toBeGreaterThan(pairs / 8);
  // 4.5 standard deviations: one seed in a hundred thousand is beyond.
  expect(Math.abs(led.filter(Boolean).length - led.length / 2)).toBeLessThan(4.5 * Math.sqrt(led.length / 4));
  const changes = led.slice(1).filter((each, at) => each !== led[at]).length;
  expect(Math.abs(changes - (led.length - 1) / 2)).toBeLessThan(4.5 * Math.sqrt((led.length - 1) / 4));
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
