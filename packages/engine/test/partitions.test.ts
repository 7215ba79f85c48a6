/** A load that several processes make together: each makes its partitions of it, from a shared start. */
import { startWitness, type Witness } from '@plimsoll/testbed/witness';
import { runEndSentence } from '@plimsoll/wording/run-end-sentence';
import { afterEach, expect, it } from 'vitest';
import { SendLease } from '../src/stopping/send-lease.ts';
import { planFor, runPlan, wait } from './support/harness.ts';

let witness: Witness;
afterEach(() => witness.close());

const inMs = (ms: number) => process.hrtime.bigint() + BigInt(ms) * 1_000_000n;

it('the partitions of two generators add up to the plan, and neither sends before the start', async () => {
  witness = await startWitness({ log: true });
  const start = Promise.withResolvers<bigint>();
  let startsAtMs = 0;
  let ready = 0;
  const startAt = () => {
    if (++ready === 2) {
      startsAtMs = performance.timeOrigin + performance.now() + 300;
      start.resolve(inMs(300));
    }
    return start.promise;
  };
  const plan = planFor(
    witness.url,
    { model: 'open', rate: 101, duration: '1s', maxConnections: 7 },
    { target: { headers: { 'x-number': '{{seq}}' } } as never },
  );
  const [one, two] = await Promise.all(
    [
      { first: 0, count: 2, of: 3 },
      { first: 2, count: 1, of: 3 },
    ].map((partitions) => runPlan(plan, { partitions, startAt })),
  );
  // Numbers 0, 1, 3, 4 … 100 and 2, 5 … 98.
  expect([one?.totals.planned, two?.totals.planned]).toEqual([68, 33]);
  expect([one?.totals.sent, two?.totals.sent]).toEqual([68, 33]);
  const log = await witness.log();
  const numbers = log.map(({ headers }) => Number(headers['x-number'])).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 101 }, (_, number) => number));
  expect((await witness.counts()).mostOpenConnections).toBeLessThanOrEqual(7);
  for (const { atMs, headers } of log) expect(atMs - startsAtMs).toBeGreaterThan((1000 * Number(headers['x-number'])) / 101 - 2);
  expect([one?.end.reason, two?.end.reason]).toEqual(['duration', 'duration']);
});

it('a start that has passed is no start, and a stop in the wait for it is an end: nothing is sent', async () => {
  witness = await startWitness();
  const plan = planFor(witness.url, { model: 'closed', connections: 4, duration: '1s' });
  for (const threads of [1, 2]) {
    const late = await runPlan(plan, { threads, startAt: async () => inMs(-30) });
    expect(late.end.reason).toBe('failed');
    expect(runEndSentence(late.end.ending)).toMatch(/^The order to start came \d+ ms after the start\.$/);
    const stopping = new AbortController();
    const waiting = runPlan(plan, { threads, signal: stopping.signal, startAt: () => new Promise(() => undefined) });
    await wait(400);
    stopping.abort('control_lost');
    expect((await waiting).end.reason).toBe('control_lost');
    const started = new AbortController();
    const ahead = runPlan(plan, { threads, signal: started.signal, startAt: async () => inMs(30_000) });
    await wait(400);
    started.abort('stopped');
    expect((await ahead).end.reason).toBe('stopped');
    expect([late.samples, (await waiting).samples, (await ahead).samples]).toEqual([[], [], []]);
  }
  expect((await witness.counts()).requests).toBe(0);
});

it('every thread of a load whose lease is over sends nothing, and the load ends as one that nobody controls', async () => {
  witness = await startWitness();
  const plan = planFor(witness.url, { model: 'open', rate: 100, duration: '1s', maxConnections: 4 });
  for (const threads of [1, 2]) {
    const held = await runPlan(plan, { threads, lease: new SendLease(inMs(60_000)) });
    expect(held.totals.sent).toBe(100);
    const lost = await runPlan(plan, { threads, lease: new SendLease(inMs(-1)) });
    expect(lost.end.reason).toBe('control_lost');
    expect((await witness.counts()).byRun[lost.runId]).toBeUndefined();
  }
});
