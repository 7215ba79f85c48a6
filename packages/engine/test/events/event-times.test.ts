/**
 * Times of streams, held against the log of a server in a process of its own: first message, gaps, TTFT, ITL, and a stall as predicted. Small
 * beside the other tests; `npm run proof` makes 1 000 streams of 20 messages a second.
 */
import { noteFigure } from '@plimsoll/testbed/rounds';
import { type EventSource, startEventSource } from '@plimsoll/testbed/targets/event-source';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { planFor, runPlan, watchLoop } from '../support/harness.ts';

/** A busy machine can spoil a time in ways that this thread cannot measure. A wrong engine is wrong each time. */
const spoilt = { retry: 4 };
const isProof = process.env.PLIMSOLL_PROOF === 'full';
const [streams, events] = isProof ? [1000, 200] : [40, 40];
const gapMs = 50;
/** They begin one after the other: what many that connect at once wait for is not a stream's time. */
const beginSeconds = isProof ? 5 : 1;

let source: EventSource;
beforeAll(async () => {
  source = await startEventSource();
});
beforeEach(() => source.log());
afterAll(() => source.close());

const at = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;

/** Within 1 ms or 2 %, and what this thread was late by itself. */
function near(gotUs: number | null, wantedUs: number, lateMs: number, what: string): void {
  const off = Math.abs((gotUs ?? 0) - wantedUs);
  expect(off, `${what}: ${gotUs} µs, by the server ${wantedUs} µs`).toBeLessThanOrEqual(Math.max(1000, 0.02 * wantedUs) + 2000 * lateMs);
}

/** Processor time of this process so far, ms: in a load of one thread it is the engine's. */
function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

test(`${streams} streams of ${1000 / gapMs} messages a second have the counts and times of their server`, {
  ...spoilt,
  timeout: 240_000,
}, async () => {
  const script = { form: 'openai', events, first: 200, gap: gapMs, bytes: 20, usage: true } as const;
  const plan = planFor(
    source.url(script),
    { model: 'open', rate: streams / beginSeconds, duration: `${beginSeconds}s`, maxConnections: streams },
    // At full size load and server have to share two cores.
    { timeout: '30s', target: { stream: { as: 'sse', tokens: 'openai' } }, connection: isProof ? { client: 'wire' } : {} },
  );
  const loop = watchLoop();
  const beforeMs = spentMs();
  const { totals } = await runPlan(plan);
  const usedMs = spentMs() - beforeMs;
  const { commonMs } = loop.end();
  const log = await source.log();
  expect(totals).toMatchObject({ outcomes: { response: streams }, streamEnds: { done: streams }, messages: { received: log.written } });
  expect(totals.tokens).toEqual({ input: 11 * streams, output: events * streams, streams, counted: 0, good: streams });
  const gaps = [...log.gapsUs].sort((a, b) => a - b);
  const firsts = [...log.firstsUs].sort((a, b) => a - b);
  const itls = log.spansUs.map((us) => us / (events - 1)).sort((a, b) => a - b);
  near(totals.firstTokenTime.p50Us, at(firsts, 0.5), commonMs, 'TTFT');
  near(totals.messageGap.p50Us, at(gaps, 0.5), commonMs, 'gap');
  near(totals.interTokenTime.p50Us, at(itls, 0.5), commonMs, 'ITL');
  near(totals.interTokenTime.p99Us, at(itls, 0.99), commonMs, 'ITL p99');
  const seconds = totals.lengthMs / 1000;
  noteFigure('S1', 'messages of streams a second', totals.messages.received / seconds);
  noteFigure('S1', 'share of a core that the generator took', usedMs / 1000 / seconds);
  noteFigure('S1', 'messages of streams per CPU-second of the generator', totals.messages.received / (usedMs / 1000));
});

test('a stall of a second is seen in the longest gap, and in ITL as it is defined', spoilt, async () => {
  const model = { form: 'openai', events: 21, gap: 10, stallAt: 10, stall: 1000 } as const;
  const plan = planFor(
    source.url(model),
    { model: 'closed', connections: 4, requests: 8 },
    { timeout: '20s', target: { stream: { as: 'sse', tokens: 'openai' } } },
  );
  const loop = watchLoop();
  const { totals } = await runPlan(plan);
  const { worstMs } = loop.end();
  const { gapsUs, spansUs } = await source.log();
  const itls = spansUs.map((us) => us / 20).sort((a, b) => a - b);
  expect(at(itls, 0.5)).toBeGreaterThan(55_000);
  near(totals.interTokenTime.p99Us, itls.at(-1) as number, worstMs / 20, 'ITL p99');
  near(totals.messageGap.maxUs, Math.max(...gapsUs), worstMs, 'longest gap');
});
