import { type PlanInput, peakConnections, planSchema } from '@plimsoll/contracts/plan';
import { requestTimeNames, type Sample } from '@plimsoll/contracts/sample';
import { merge } from '@plimsoll/statistics/histogram';
import { startWitness } from '@plimsoll/testbed/witness';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planFor, runPlan, testedClient, wait } from './support/harness.ts';

const closed = fc.record({
  model: fc.constant('closed' as const),
  connections: fc.integer({ min: 1, max: 12 }),
  requests: fc.integer({ min: 1, max: 400 }),
  duration: fc.constantFrom('200ms', '500ms', '1100ms'),
});
const open = fc.record({
  model: fc.constant('open' as const),
  rate: fc.integer({ min: 1, max: 1500 }),
  duration: fc.constantFrom('200ms', '500ms', '1100ms'),
  arrivals: fc.constantFrom('constant' as const, 'poisson' as const),
  seed: fc.integer({ min: 0, max: 1000 }),
  maxConnections: fc.integer({ min: 1, max: 12 }),
  maxQueued: fc.constantFrom(0, 5, 10_000),
});
const plans = fc.record({
  load: fc.oneof(closed, open),
  keepAlive: fc.boolean(),
  pipelining: fc.constantFrom(1, 1, 3),
  maxRequestsPerConnection: fc.constantFrom(null, 1, 7),
  warmup: fc.constantFrom('0s', '0s', '1s'),
  timeout: fc.constantFrom('20ms', '10s'),
  threads: fc.constantFrom(1, 1, 2),
  stopAfterMs: fc.constantFrom(null, null, 300),
  delayMs: fc.constantFrom(0, 3, 15),
});

/** Loads are mostly waiting: the plans are tried in three rows beside each other, each load with a target of its own. */
const rows = [0, 1, 2];

test.concurrent.each(rows)('planned = sent + dropped, sent = Σ outcomes = what the target counted, whatever the plan: %i', async (row) => {
  await fc.assert(
    fc.asyncProperty(plans, async (p) => {
      const witness = await startWitness({ delayMs: p.delayMs, every: { nth: 5, status: 503 } });
      const connection = {
        keepAlive: p.keepAlive,
        pipelining: p.keepAlive ? p.pipelining : 1,
        maxRequestsPerConnection: p.keepAlive ? p.maxRequestsPerConnection : null,
      };
      const plan = planFor(witness.url, p.load as PlanInput['load'], { connection, warmup: p.warmup, timeout: p.timeout });
      const controller = new AbortController();
      if (p.stopAfterMs !== null) setTimeout(() => controller.abort(), p.stopAfterMs);
      const { all, totals, samples } = await runPlan(plan, { threads: p.threads, signal: controller.signal });
      const count = (...kinds: string[]) => kinds.reduce((sum, kind) => sum + (all.outcomes[kind] ?? 0) + (all.stragglers[kind] ?? 0), 0);
      const written = all.sent - count('connect_timeout', 'connect_refused');
      // On a busy machine the target may still be reading what was written to it.
      let seen = await witness.counts();
      for (let tries = 0; tries < 40 && seen.requests < written; tries++) {
        await wait(25);
        seen = await witness.counts();
      }
      await witness.close();
      const stragglers = Object.values(all.stragglers).reduce((sum, count) => sum + count, 0);
      expect(totals.planned).toBe(totals.sent + totals.dropped);
      expect(totals.sent).toBe(totals.ended);
      expect(all.planned).toBe(all.sent + all.dropped);
      expect(all.sent).toBe(all.ended + stragglers);
      expect(totals.done + totals.failed).toBe(totals.ended - (totals.outcomes.cut_off ?? 0));
      expect(samples.map((sample) => sample.second)).toEqual(samples.map((_, second) => second));
      expect(samples.at(-1)?.inFlight ?? 0).toBe(0);
      expect(seen.requests).toBeLessThanOrEqual(written);
      expect(seen.answered).toBeGreaterThanOrEqual(count('response'));
      // Only a request whose connection we cut can lie in it unread; all others must have been seen, to the one. Where nothing ran into its
      // timeout, connections are cut at the end of the warm-up and of the load only; on a busy machine those of 20 ms are cut again and again.
      const cut = count('timeout', 'closed_early', 'cut_off');
      const mostCut = count('timeout') > 0 ? cut : 2 * peakConnections(plan.load) * connection.pipelining;
      expect(seen.requests).toBeGreaterThanOrEqual(written - Math.min(mostCut, cut));
      // An attempt to connect that we gave up, or that was under way at the end, may still have come through.
      expect(seen.connections).toBeLessThanOrEqual(all.opened + all.failedConnections + peakConnections(plan.load));
    }),
    { numRuns: 8, seed: 20_251_120 + row },
  );
});

const several = fc.record({
  load: fc.oneof(closed, open),
  weights: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }),
  requestOrder: fc.constantFrom('mix' as const, 'sequence' as const),
  streams: fc.constantFrom(null, null, 3),
  pipelining: fc.constantFrom(1, 1, 3),
  warmup: fc.constantFrom('0s', '0s', '1s'),
  timeout: fc.constantFrom('20ms', '10s'),
  threads: fc.constantFrom(1, 1, 2),
  stopAfterMs: fc.constantFrom(null, null, 300),
  delayMs: fc.constantFrom(0, 3, 15),
});

/** The counts of one request of the plan, or of all of them, in a second. */
type Counted = Pick<Sample, 'sent' | 'done' | 'failed' | 'doneTimeUs' | 'failedTimeUs' | 'outcomes' | 'statuses'>;

function addUpRequests(parts: readonly Counted[]): Counted {
  const total = { sent: 0, done: 0, failed: 0, doneTimeUs: 0, failedTimeUs: 0, outcomes: {}, statuses: {} };
  const add = (into: Record<string, number>, counts: Readonly<Record<string, number | undefined>>) => {
    for (const [key, count] of Object.entries(counts)) into[key] = (into[key] ?? 0) + (count ?? 0);
  };
  for (const part of parts) {
    for (const key of ['sent', 'done', 'failed', 'doneTimeUs', 'failedTimeUs'] as const) total[key] += part[key];
    add(total.outcomes, part.outcomes);
    add(total.statuses, part.statuses);
  }
  return total;
}

test.concurrent.each(rows)('outcomes of requests add up, second by second, to the count of the target: %i', async (row) => {
  await fc.assert(
    fc.asyncProperty(several, async (p) => {
      const witness = await startWitness({ delayMs: p.delayMs, every: { nth: 5, status: 503 }, log: true, http2: p.streams !== null });
      const mix = p.requestOrder === 'mix';
      const plan = planSchema.parse({
        version: 1,
        name: 'several',
        requests: p.weights.map((weight, n) => ({ name: `r${n}`, url: `${witness.url}${n}`, ...(mix ? { weight } : {}) })),
        requestOrder: p.requestOrder,
        connection: {
          client: testedClient,
          ...(p.streams === null ? { pipelining: p.pipelining } : { protocol: 'http2', streams: p.streams }),
        },
        load: p.load as PlanInput['load'],
        warmup: p.warmup,
        timeout: p.timeout,
      });
      const controller = new AbortController();
      if (p.stopAfterMs !== null) setTimeout(() => controller.abort(), p.stopAfterMs);
      const { samples } = await runPlan(plan, { threads: p.threads, signal: controller.signal });
      await wait(30);
      const seen = await witness.log();
      await witness.close();
      for (const sample of samples) {
        expect(sample.byRequest.map(({ name }) => name)).toEqual(p.weights.map((_, n) => `r${n}`));
        const { sent, done, failed, doneTimeUs, failedTimeUs, outcomes, statuses } = sample;
        expect(addUpRequests(sample.byRequest)).toEqual({ sent, done, failed, doneTimeUs, failedTimeUs, outcomes, statuses });
        for (const name of requestTimeNames)
          expect(merge(sample.byRequest.map(({ histograms }) => histograms[name]))).toEqual(merge([sample.histograms[name]]));
      }
      p.weights.forEach((_, n) => {
        const { sent, outcomes } = addUpRequests(samples.flatMap(({ byRequest }) => byRequest[n] ?? []));
        const asked = seen.filter(({ url }) => url === `/${n}`).length;
        expect(asked).toBeLessThanOrEqual(sent);
        // A request that was given up on or cut off may not have been read; all that were answered must have been, to the one.
        expect(asked).toBeGreaterThanOrEqual(outcomes.response ?? 0);
      });
    }),
    { numRuns: 5, seed: 20_261_121 + row },
  );
});
