/** Loads that are made together: from one time 0, at the same due times, in an order drawn at random. */
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SendLease } from '../src/stopping/send-lease.ts';
import { planFor, runPlansTogether, wait } from './support/harness.ts';

let witnesses: Witness[];
beforeEach(async () => {
  witnesses = await Promise.all([startWitness({ delayMs: 2, log: true }), startWitness({ delayMs: 5 })]);
});
afterEach(() => Promise.all(witnesses.map((witness) => witness.close())));

const url = (arm: number) => (witnesses[arm] as Witness).url;
const plans = (load: Parameters<typeof planFor>[1], rest?: Parameters<typeof planFor>[2]) =>
  [0, 1].map((arm) => planFor(url(arm), load, rest));

async function countedBy(runs: readonly { runId: string }[]) {
  const seen = await Promise.all(witnesses.map((witness) => witness.counts()));
  return runs.map(({ runId }, arm) => seen[arm]?.byRun[runId]);
}

test.each([1, 2])('open loads on %i threads: each target counts its own, to the one, and no other run', async (threads) => {
  const runs = await runPlansTogether(plans({ model: 'open', rate: 200, duration: '2s' }), { threads });
  expect(await countedBy(runs)).toEqual([400, 400]);
  for (const [arm, { end, totals, samples }] of runs.entries()) {
    expect(end.reason).toBe('duration');
    expect([totals.planned, totals.sent, totals.dropped, totals.done]).toEqual([400, 400, 0, 400]);
    expect(Object.keys((await witnesses[arm]?.counts())?.byRun ?? {})).toHaveLength(1);
    expect(samples.slice(0, 2).map(({ second, planned }) => [second, planned])).toEqual([0, 1].map((second) => [second, 200]));
  }
});

test.each([1, 2])('closed loads on %i threads have connections of their own, and each goes on to its own end', async (threads) => {
  const loads = [
    planFor(url(0), { model: 'closed', connections: 4, requests: 501 }),
    planFor(url(1), { model: 'closed', connections: 3, duration: '1500ms' }),
  ];
  const [first, second] = await runPlansTogether(loads, { threads });
  expect([first?.end.reason, second?.end.reason]).toEqual(['requests', 'duration']);
  expect(await countedBy([first, second] as { runId: string }[])).toEqual([501, second?.totals.sent]);
  expect([first?.all.opened, second?.all.opened]).toEqual([4, 3]);
  expect((await witnesses[0]?.counts())?.connections).toBe(4);
});

test('an open load beside a closed one sends each of its requests', async () => {
  const loads = [
    planFor(url(0), { model: 'open', rate: 100, duration: '1s' }),
    planFor(url(1), { model: 'closed', connections: 2, duration: '1s' }),
  ];
  const [open, closed] = await runPlansTogether(loads);
  expect(await countedBy([open, closed] as { runId: string }[])).toEqual([100, closed?.totals.sent]);
  expect([open?.totals.planned, open?.totals.done]).toEqual([100, 100]);
});

test('a target that may not be loaded keeps the other from being loaded, too', async () => {
  const load = { model: 'open', rate: 100, duration: '1s' } as const;
  const [fit, refused] = await runPlansTogether([planFor(url(0), load), planFor('http://192.0.2.1/', load)]);
  expect([fit?.end.ending.kind, refused?.end.reason]).toEqual(['otherStopped', 'target_refused']);
  expect((await witnesses[0]?.counts())?.requests).toBe(0);
});

test.each([1, 2])('a stop reaches all on %i threads, and so does the end of the lease', async (threads) => {
  const load = { model: 'open', rate: 100, duration: '60s' } as const;
  const controller = new AbortController();
  const stopping = runPlansTogether(plans(load), { threads, signal: controller.signal });
  while ((await witnesses[1]?.counts())?.requests === 0) await wait(20);
  controller.abort();
  const stopped = await stopping;
  expect(stopped.map(({ end }) => end.reason)).toEqual(['stopped', 'stopped']);
  expect(await countedBy(stopped)).toEqual(stopped.map(({ totals }) => totals.sent));

  const lease = new SendLease(process.hrtime.bigint() + 60_000_000_000n);
  const startAt = async () => {
    new Float64Array(lease.shared)[0] = Number(process.hrtime.bigint()) / 1e6 + 700;
    return null;
  };
  const left = await runPlansTogether(plans(load), { threads, lease, startAt });
  expect(left.map(({ end }) => end.reason)).toEqual(['control_lost', 'control_lost']);
  expect(await countedBy(left)).toEqual(left.map(({ totals }) => totals.sent));
  for (const { totals } of left) expect(totals.sent).toBeGreaterThan(0);
});
